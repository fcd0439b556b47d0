import { expect, it } from 'vitest';
import { denialText } from './denial-text.ts';
import { navigation } from './navigation.ts';
import { pageDenial } from './page-acts.ts';

const editor = { role: 'dns_editor', domainNames: null } as const;
const billing = { role: 'billing', domainNames: null } as const;
const limited = { role: 'read_only', domainNames: ['example.com'] } as const;

it('offers each role its pages', () => {
  const offered = (grant: Parameters<typeof pageDenial>[0]) =>
    navigation
      .flatMap(({ items }) => items.map(({ path }) => path))
      .filter((path) => pageDenial(grant, path) === null);
  const everyones = ['tokens', 'update-keys', 'templates', 'members'].map(
    (page) => `settings/${page}`,
  );
  const personal = ['account', 'mailbox', 'help'];
  expect(offered(editor)).toEqual(['domains', ...everyones, ...personal]);
  expect(offered(limited)).toEqual(['domains', ...everyones, ...personal]);
  expect(offered(billing)).not.toContain('settings/webhooks');
  expect(offered(billing)).toEqual(expect.arrayContaining(['overview', 'credits', 'activity']));
  const owner = { role: 'owner', domainNames: null } as const;
  expect(offered(owner)).toHaveLength(navigation.flatMap(({ items }) => items).length);
});

it('says why, for pages below others too', () => {
  const denied = [
    [editor, 'credits/pay/top_1', /^Your role is DNS editor\. .* Owner, Admin, Billing\.$/],
    [billing, 'settings/webhooks/whk_1', /^Your role is Billing\. .* Owner, Admin\.$/],
    [billing, 'domains/register/example.com', /Owner, Admin\.$/],
    [editor, 'domains/example.com/activity', /^Your role is DNS editor/],
    [limited, 'overview', /^Your access is limited to certain domains/],
  ] as const;
  for (const [grant, path, reason] of denied) {
    const found = pageDenial(grant, path);
    expect(found === null ? null : denialText(grant, found)).toMatch(reason);
  }
  for (const path of ['domains/example.com/dns', 'domains/transfers.com/dns', 'account']) {
    expect(pageDenial(editor, path)).toBeNull();
  }
});
