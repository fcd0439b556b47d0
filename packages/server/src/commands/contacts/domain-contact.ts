/** hostmaster domain contact: shows the registrant of a domain, or replaces it. */
import { contactFields } from '@hostmaster/contract';
import { getContact } from '../../operations/contacts/get-contact.ts';
import { replaceContact } from '../../operations/contacts/replace-contact.ts';
import { type StoreFlags, withStores } from '../command.ts';
import { waitUntil } from '../domains/domain-change.ts';
import { readJson } from '../input.ts';
import { operate, readAsOperator, requireBody } from '../operate.ts';
import { print } from '../print.ts';
import { requireHeldDomain } from '../zones/zone-export.ts';

export interface ContactFlags extends StoreFlags {
  readonly set?: string;
}

export async function showContact(text: string, flags: ContactFlags): Promise<void> {
  const { set: file } = flags;
  const body =
    file === undefined ? null : requireBody('replaceContact', { contact: readJson(file) });
  await withStores(flags, async (context) => {
    const { name: domain, workspaceId } = await requireHeldDomain(context, text);
    const read = () =>
      readAsOperator(context, workspaceId, { operation: getContact, input: { domain } });
    if (body !== null) {
      const input = { ...body, domain };
      await operate(context, workspaceId, { operation: replaceContact, input });
      await waitUntil(context, async () => !(await read()).pending);
    }
    const { contact, pending } = await read();
    print(flags, { domain, contact, pending }, [
      ...contactFields
        .filter((field) => (contact[field] ?? '') !== '')
        .map((field) => `${`${field}:`.padEnd(16)}${contact[field]}`),
      pending
        ? 'The registry has not confirmed it yet; the service will keep trying.'
        : 'Confirmed by the registry.',
    ]);
  });
}
