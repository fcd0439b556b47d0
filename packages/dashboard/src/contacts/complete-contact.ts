/**
 * The phone number as it is stored, also when the form is sent before the library that reads it has been
 * loaded.
 */
import { formats } from '@hostmaster/contract/formats';
import type { ContactValues } from './contact-values.ts';

export async function completeContact<V extends ContactValues>(values: V): Promise<V> {
  const { phone, country } = values;
  if (phone === '' || formats['contact-phone'].test(phone)) return values;
  try {
    const { storedPhone } = await import('./phone-format.ts');
    return { ...values, phone: storedPhone(phone, country) ?? phone };
  } catch {
    // Without the library the number is checked as it was typed.
    return values;
  }
}
