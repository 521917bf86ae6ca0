import type { ComponentChildren } from 'preact';
import { useAction } from '../data/act';
import { Dialog, SubmitOrCancel } from './Dialog';
import { ProblemNotice } from './Notice';

interface Properties {
  title: string;
  /** The verb on the button. */
  verb: string;
  danger?: boolean;
  onClose: () => void;
  work: () => Promise<void>;
  children?: ComponentChildren;
}

/** Asks before something is done that cannot be undone, does it, and shows a refusal. */
export function Confirm({ title, verb, danger = false, onClose, work, children }: Properties) {
  const action = useAction();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() =>
        void action.run(work).then((done) => {
          if (done) {
            onClose();
          }
        })
      }
      foot={<SubmitOrCancel verb={verb} disabled={action.busy} danger={danger} onCancel={onClose} />}
    >
      {children}
      <ProblemNotice problem={action.problem} />
    </Dialog>
  );
}
