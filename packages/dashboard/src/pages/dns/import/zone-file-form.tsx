/** Takes a zone file: pasted, dropped or chosen. */
import { CircleSlash, FileUp } from 'lucide-react';
import { useRef } from 'react';
import { FormField, SubmitButton } from '../../../forms/form-fields.tsx';
import { FormView } from '../../../forms/form-view.tsx';
import type { Form } from '../../../forms/use-form.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { TextArea } from '../../../ui/controls/input.tsx';
import { DialogActions } from '../../../ui/popups/dialog-actions.tsx';
import { showToast } from '../../../ui/popups/toast-queue.ts';
import { Item, Section } from './listed-lines.tsx';

export interface ZoneFile {
  readonly text: string;
  readonly mode: 'merge' | 'mirror';
}

const fileBytesMax = 2 * 1024 * 1024;
const example = `www   300  A   192.0.2.1
@     1h   MX  10 mail.example.net.`;

export function ZoneFileForm({
  form,
  faults,
  onCancel,
}: {
  readonly form: Form<ZoneFile>;
  /** One sentence for each line that cannot be read. */
  readonly faults: readonly string[];
  readonly onCancel: () => void;
}) {
  const chooser = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size <= fileBytesMax) return form.set('text', await file.text());
    showToast({
      tone: 'bad',
      title: 'The file is too large',
      description: 'The maximum size is 2 MB.',
    });
  };
  return (
    <FormView form={form}>
      <FormField
        form={form}
        path="text"
        label="Zone file"
        hint="Paste a zone file in BIND format, or drop a file here."
        aside={
          <Button size="sm" variant="ghost" icon={FileUp} onClick={() => chooser.current?.click()}>
            Choose file
          </Button>
        }
      >
        {(control) => (
          <TextArea
            {...control}
            isMono
            rows={10}
            spellCheck={false}
            placeholder={example}
            value={form.values.text}
            onChange={(event) => form.set('text', event.target.value)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              const [file] = event.dataTransfer.files;
              if (file === undefined) return;
              event.preventDefault();
              void read(file);
            }}
            className="max-h-[50vh] text-sm whitespace-pre"
          />
        )}
      </FormField>
      <Section title="Errors" icon={CircleSlash} tone="bad" items={faults} count={faults.length}>
        {(fault) => <Item key={fault}>{fault}</Item>}
      </Section>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label="Zone file to import"
        accept=".zone,.txt,.db,text/*"
        onChange={(event) => {
          void read(event.target.files?.[0]);
          // Reset, so that the same file can be chosen again after it was edited.
          event.target.value = '';
        }}
      />
      <Checkbox
        label="Delete records that aren't in the file"
        hint="Otherwise, the import only adds and changes records."
        isChecked={form.values.mode === 'mirror'}
        onChange={(isMirror) => form.set('mode', isMirror ? 'mirror' : 'merge')}
      />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <SubmitButton form={form}>Preview changes</SubmitButton>
      </DialogActions>
    </FormView>
  );
}
