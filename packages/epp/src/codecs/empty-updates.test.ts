/** An update that changes nothing is refused before it is sent; an extension alone is a change. */

import { describe, expect, test } from 'vitest';
import { EppValueError } from '../errors.ts';
import { updateContact } from './contact/contact-update.ts';
import { updateDomain } from './domain/domain-update.ts';
import { updateHost } from './host/host-update.ts';

const ds = { keyTag: 1, algorithm: 13, digestType: 2, digest: 'ab'.repeat(32) };

describe('an update', () => {
  test('without any change is refused', () => {
    const empty = [
      () => updateDomain.encodeRequest({ name: 'a.example' }),
      () => updateDomain.encodeRequest({ name: 'a.example', add: {}, remove: { statuses: [] } }),
      () =>
        updateDomain.encodeRequest({
          name: 'a.example',
          add: { nameservers: { kind: 'objects', names: [] } },
        }),
      () => updateHost.encodeRequest({ name: 'ns1.a.example', add: { addresses: [] } }),
      () => updateContact.encodeRequest({ id: 'CT-1', addStatuses: [] }),
    ];
    for (const encode of empty) expect(encode).toThrow(EppValueError);
  });

  test('by an extension alone is one', () => {
    const { extensions } = updateDomain.encodeRequest({
      name: 'a.example',
      dnssec: { remove: [ds] },
    });
    expect(extensions.map(({ name }) => name)).toEqual(['update']);
  });

  test('can take the registrant and the authInfo away', () => {
    const change = { registrant: null, authInfo: null };
    const body = updateDomain.encodeRequest({ name: 'a.example', change });
    expect(updateDomain.decodeRequest(body)).toEqual({ name: 'a.example', change });
  });
});
