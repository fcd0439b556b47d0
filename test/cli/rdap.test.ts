/** hostmaster rdap, compared with what strangers get from the service. */
import { contact, describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { Operator } from './operator.ts';

interface Answer {
  readonly ldhName: string;
  readonly events: readonly { readonly eventAction: string; readonly eventDate: string }[];
  readonly entities: readonly { readonly roles: readonly string[] }[];
}

describeService('hostmaster rdap', (service) => {
  it('shows the public data of a domain, and the same JSON as RDAP', async () => {
    const { client } = await service.workspace();
    const domain = service.freshName();
    const owner = { ...contact, organization: 'Compilers Inc' };
    await client.call('registerDomain', { domain, contact: owner });
    await service.untilLive(client, domain);
    const operator = new Operator(service.place);
    const text = await operator.text('rdap', domain.toUpperCase());
    expect(text).toMatch(new RegExp(`^${domain}\\n  Registrar +Hostmaster\\n`));
    expect(text).toMatch(/^ {2}Owner +Compilers Inc$/m);
    expect(text).toMatch(/^ {2}Registered +\d{4}-/m);
    expect(text).not.toContain(contact.email);
    const answer = await operator.json<Answer>('rdap', domain);
    const served = (await (await fetch(`${service.url}/rdap/domain/${domain}`)).json()) as Answer;
    const lasting = ({ events }: Answer) =>
      events.filter(({ eventAction }) => eventAction !== 'last update of RDAP database');
    expect(lasting(answer)).toEqual(lasting(served));
    expect(answer.ldhName).toBe(domain);
    const rolesOf = ({ entities }: Answer) => entities.map(({ roles }) => roles);
    expect(rolesOf(answer)).toEqual(rolesOf(served));
  });

  it('refuses a name that is not registered here, and what is no name', async () => {
    const operator = new Operator(service.place);
    expect(await operator.refused('rdap', 'never-existed.com')).toContain('not found');
    expect(await operator.refused('rdap', 'a b')).toContain('is not a domain name');
  });
});
