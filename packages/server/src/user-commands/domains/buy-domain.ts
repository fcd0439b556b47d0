/** hostmaster domains register and renew: purchases, at a price that was agreed to. */
import { waitUntilLive } from '@hostmaster/sdk';
import { agreePrice, credits, type PriceFlags } from '../agree-price.ts';
import { parseWait, parseYears, readContact } from '../read-input.ts';
import { withSession } from '../session.ts';
import { day, show, withProgress } from '../show.ts';

interface RenewFlags extends PriceFlags {
  readonly years?: string;
}

interface RegisterFlags extends RenewFlags {
  readonly contact?: string;
  readonly autoRenew?: boolean;
  readonly privacy?: boolean;
  readonly wait: boolean;
  readonly timeout: string;
}

export async function buyName(name: string, flags: RegisterFlags): Promise<void> {
  const years = parseYears(flags.years);
  const timeoutMs = parseWait(flags.timeout);
  const contact = readContact(flags.contact);
  const { domain, isLive } = await withSession(flags, async (session) => {
    const { client, call, signal } = session;
    const price = await agreePrice(session, flags, { domain: name, kind: 'register', years });
    const later = `"hostmaster domains show ${price.domain}" says what became of it.`;
    session.ifStopped(`The registration of ${price.domain} may have been ordered: ${later}`);
    const { domain } = await client.registerDomain(
      {
        domain: price.domain,
        years,
        contact,
        autoRenew: flags.autoRenew === true,
        privacyEnabled: flags.privacy === true,
        maxCredits: price.maxCredits,
      },
      call,
    );
    session.ifStopped(`${domain.name} is ordered and paid, and the service goes on: ${later}`);
    if (!flags.wait) return { domain, isLive: false };
    await withProgress(`Waiting for the registry to register ${domain.name}…`, () =>
      waitUntilLive(client, domain.name, { timeoutMs, signal }),
    );
    return { domain, isLive: true };
  });
  const { name: registered, expiresAt, creditsCharged } = domain;
  const paid = `${credits(creditsCharged)} paid`;
  show(flags, { domain, isLive }, [
    isLive
      ? `${registered} is registered until ${day(expiresAt)}; ${paid}.`
      : `${registered} is ordered; ${paid}. The registry has not confirmed it yet.`,
  ]);
}

export async function renewDomain(name: string, flags: RenewFlags): Promise<void> {
  const years = parseYears(flags.years);
  const { domain } = await withSession(flags, async (session) => {
    const price = await agreePrice(session, flags, { domain: name, kind: 'renew', years });
    session.ifStopped(
      `The renewal may have been ordered: "hostmaster domains show ${price.domain}" shows until when the name is paid.`,
    );
    const { maxCredits } = price;
    return session.client.renewDomain({ domain: price.domain, years, maxCredits }, session.call);
  });
  show(flags, { domain }, [
    `${domain.name} is renewed until ${day(domain.expiresAt)}; ${credits(domain.creditsCharged)} paid.`,
  ]);
}
