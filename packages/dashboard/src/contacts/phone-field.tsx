/** A phone number: grouped while it is typed, with a note that shows what will be stored. */
import { formats } from '@hostmaster/contract/formats';
import { type ChangeEvent, useEffect, useState } from 'react';
import { FormField } from '../forms/form-fields.tsx';
import type { Form } from '../forms/use-form.ts';
import { Input } from '../ui/controls/input.tsx';
import type { ContactValues } from './contact-values.ts';

type PhoneFormat = typeof import('./phone-format.ts');

const path = 'contact.phone';

export function PhoneField({ form }: { readonly form: Form<ContactValues> }) {
  const { phone, country } = form.values;
  const [isVisited, setVisited] = useState(phone !== '');
  const format = usePhoneFormat(isVisited);
  const [typed, setTyped] = useState({ text: phone, stored: phone });
  // Another contact was chosen, or the form was reset.
  const text = typed.stored === phone ? typed.text : phone;

  function change(next: string): void {
    const stored = format?.storedPhone(next, country) ?? next;
    setTyped({ text: next, stored });
    if (stored !== phone) form.set('phone', stored, path);
  }

  // A number without country code depends on the country, which may be chosen later.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these change how the text is read
  useEffect(() => {
    if (format !== null && text !== '') change(text);
  }, [format, country]);

  function onChange({ target }: ChangeEvent<HTMLInputElement>): void {
    const isAtEnd = target.selectionStart === target.value.length;
    const isLonger = target.value.length > text.length;
    // In the middle of the text, or after a deletion, the cursor would jump.
    const next = format !== null && isAtEnd && isLonger;
    change(next ? format.formatAsTyped(target.value, country) : target.value);
  }

  return (
    <FormField form={form} path={path} label="Phone" hint={hintOf(phone)}>
      {(control) => (
        <Input
          {...control}
          name="phone"
          type="tel"
          autoComplete="tel"
          value={text}
          onFocus={() => setVisited(true)}
          onChange={onChange}
          onBlur={() => format !== null && change(format.formatAsTyped(text, country))}
        />
      )}
    </FormField>
  );
}

function hintOf(phone: string): string {
  return formats['contact-phone'].test(phone)
    ? `Saved as ${phone}`
    : 'Any format works. For another country, start with + and its code.';
}

/** Loaded once it is needed; null until then. The field works without it. */
function usePhoneFormat(isNeeded: boolean): PhoneFormat | null {
  const [format, setFormat] = useState<PhoneFormat | null>(null);
  useEffect(() => {
    if (!isNeeded) return;
    let isMounted = true;
    import('./phone-format.ts').then(
      (loaded) => isMounted && setFormat(loaded),
      // Without the library the number is checked as it is typed.
      () => {},
    );
    return () => {
      isMounted = false;
    };
  }, [isNeeded]);
  return format;
}
