import { Icon } from './Icon';
import { say } from './toasts';

/** Something secret that is shown once, to be copied. */
export function Secret({ text }: { text: string }) {
  return (
    <div class="secret">
      <code>{text}</code>
      <button
        type="button"
        class="button"
        onClick={() =>
          void navigator.clipboard.writeText(text).then(
            () => say('Copied.'),
            () => say('The browser does not let the page copy: select it by hand.'),
          )
        }
      >
        <Icon name="copy" />
        Copy
      </button>
    </div>
  );
}
