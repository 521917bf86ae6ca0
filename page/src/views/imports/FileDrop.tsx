import { useRef, useState } from 'preact/hooks';
import { Icon } from '../../parts/Icon';
import { number } from '../../time/words';

/** A file as the API takes it: as text, or in base64 where it is none. */
export interface GivenFile {
  name: string;
  text?: string;
  base64?: string;
}

async function read(file: File): Promise<GivenFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    return { name: file.name, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    let binary = '';
    for (let start = 0; start < bytes.length; start += 8192) {
      binary += String.fromCharCode(...bytes.subarray(start, start + 8192));
    }
    return { name: file.name, base64: btoa(binary) };
  }
}

/** Files are dropped here, or chosen; they are read in the browser. */
export function FileDrop({ files, onChange }: { files: GivenFile[]; onChange: (files: GivenFile[]) => void }) {
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = (list: FileList | null | undefined): void => {
    void Promise.all([...(list ?? [])].map(read)).then((given) => onChange([...files, ...given]));
  };
  return (
    <div
      class="drop"
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer?.files);
      }}
    >
      <span>Drop files here, or</span>
      <button type="button" class="button" onClick={() => input.current?.click()}>
        Choose files
      </button>
      <input ref={input} class="unseen" type="file" multiple aria-label="Files" tabIndex={-1} onChange={(event) => take(event.currentTarget.files)} />
      {files.map((file, index) => (
        <span class="tag" key={`${file.name}${index}`}>
          {file.name} · {number((file.text ?? file.base64 ?? '').length)} characters
          <button
            type="button"
            class="button button-plain button-small button-icon"
            aria-label={`Leave out ${file.name}`}
            onClick={() => onChange(files.filter((each) => each !== file))}
          >
            <Icon name="close" />
          </button>
        </span>
      ))}
    </div>
  );
}
