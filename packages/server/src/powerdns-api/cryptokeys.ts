/**
 * The keys of a signed zone, and the switch for DNSSEC as tools for PowerDNS know it: the first key turns it
 * on, and without its key the zone is unsigned. The keys themselves are made, replaced and removed here.
 */
import { dnskeyCodec, presentRdata, rrTypes } from '@hostmaster/dns';
import { Refusal } from '../base/errors.ts';
import { isOwn } from '../domains/keys-with-ds.ts';
import { disableDnssec } from '../operations/dnssec/disable-dnssec.ts';
import { enableDnssec } from '../operations/dnssec/enable-dnssec.ts';
import { executeChange } from '../operations/execute-change.ts';
import { loadDomain } from '../operations/loading.ts';
import { listZoneKeys } from '../storage/queries/zones/signing.ts';
import { requireAct } from '../workspaces/permission.ts';
import { presentSigner, signerOf } from '../zones/delegation-signers.ts';
import { noContent, ok, type PowerdnsRequest, type PowerdnsRoute, unprocessable } from './route.ts';
import { zoneNameOf } from './zone-id.ts';
import { hasKeys } from './zone-view.ts';

const keysPath = '/v1/servers/localhost/zones/:zone/cryptokeys';
const keyPath = `${keysPath}/:key`;

export const cryptokeyRoutes: readonly PowerdnsRoute[] = [
  { method: 'GET', path: keysPath, act: 'domains.read', cost: 'rows', handle: listSigners },
  { method: 'GET', path: keyPath, act: 'domains.read', cost: 'rows', handle: getSigner },
  { method: 'POST', path: keysPath, act: 'domains.manage', cost: 'rows', handle: createSigner },
  { method: 'PUT', path: keyPath, act: 'domains.manage', cost: 'rows', handle: changeSigner },
  { method: 'DELETE', path: keyPath, act: 'domains.manage', cost: 'rows', handle: deleteSigner },
];

type Zone = Awaited<ReturnType<typeof requireZone>>;

/**
 * What a zone's `dnssec` flag asks for. Sent back as it was read, it changes nothing; another one changes what the
 * registry has, which a key for records may not do.
 */
export async function switchDnssec(
  request: PowerdnsRequest,
  { name, zone }: Pick<Zone, 'name' | 'zone'>,
  isWanted: boolean,
): Promise<void> {
  if (isWanted === hasKeys(zone.signing)) return;
  requireAct(request.call.actor, 'domains.manage');
  await turn(request, name, isWanted);
}

function turn({ database, call }: PowerdnsRequest, domain: string, isOn: boolean) {
  const operation = isOn ? enableDnssec : disableDnssec;
  return executeChange(database, {
    idempotency: null,
    begin: () => operation.begin(database, call, { domain }),
  });
}

function requireZone(request: PowerdnsRequest) {
  return loadDomain(request.database, request.call, zoneNameOf(request));
}

async function listSigners(request: PowerdnsRequest) {
  return ok(await signersOf(request, await requireZone(request)));
}

async function getSigner(request: PowerdnsRequest) {
  return ok(requireSigner(request, await signersOf(request, await requireZone(request))));
}

async function createSigner(request: PowerdnsRequest) {
  const { name } = await requireZone(request);
  const { keytype = 'csk', active = true, content, privatekey } = request.body;
  if (content !== undefined || privatekey !== undefined) {
    throw unprocessable('Private keys are made by this service and cannot be sent to it.');
  }
  if (typeof keytype !== 'string' || !['csk', 'ksk'].includes(keytype)) {
    throw unprocessable("A zone is signed with one key: 'keytype' must be 'csk' or 'ksk'.");
  }
  if (active !== true) throw unprocessable("A key signs from its start: 'active' must be true.");
  if (!isOurAlgorithm(request.body.algorithm)) {
    throw unprocessable("The 'algorithm' of a key is ECDSAP256SHA256 (13).");
  }
  await turn(request, name, true);
  const [created] = await signersOf(request, await requireZone(request));
  if (created === undefined) throw unprocessable(`DNSSEC of ${name} was turned off meanwhile.`);
  return { status: 201, body: created };
}

function isOurAlgorithm(algorithm: unknown): boolean {
  if (algorithm === undefined) return true;
  return ['13', 'ecdsa256', 'ecdsap256sha256'].includes(String(algorithm).toLowerCase());
}

/** A key that is there is active and published, and nothing else can be asked of it. */
async function changeSigner(request: PowerdnsRequest) {
  requireSigner(request, await signersOf(request, await requireZone(request)));
  const { active = true, published = true } = request.body;
  if (active !== true || published !== true) {
    throw unprocessable(
      'The key of a signed zone stays active and published. Delete it to turn DNSSEC off.',
    );
  }
  return noContent;
}

async function deleteSigner(request: PowerdnsRequest) {
  const zone = await requireZone(request);
  const signers = await signersOf(request, zone);
  requireSigner(request, signers);
  if (signers.length > 1) {
    throw unprocessable(
      `The key of ${zone.name} is being replaced, and the old one leaves by itself. To turn DNSSEC off, send "dnssec": false to the zone.`,
    );
  }
  await turn(request, zone.name, false);
  return noContent;
}

type Signer = Awaited<ReturnType<typeof signersOf>>[number];

function requireSigner(request: PowerdnsRequest, signers: readonly Signer[]): Signer {
  const found = signers.find(({ id }) => String(id) === request.param('key'));
  if (found === undefined) throw new Refusal('route_not_found', 'Not Found');
  return found;
}

/** Numbered as PowerDNS does. A private key is never shown. */
async function signersOf({ database }: PowerdnsRequest, { id: domainId, name, zone }: Zone) {
  const keys = await database.all(listZoneKeys, { domainId });
  const isSigned = zone.signing === 'signed';
  return keys.filter(isOwn).map(({ dnskey, stage }, index) => {
    const ds = presentSigner(signerOf(name, dnskey)).toLowerCase();
    return {
      active: stage === 'current' || stage === 'leaving',
      algorithm: 'ECDSAP256SHA256',
      bits: 256,
      dnskey: presentRdata({ type: rrTypes.DNSKEY, rdata: dnskey }),
      ds: [ds],
      flags: dnskeyCodec.decode(dnskey).flags,
      id: index + 1,
      keytype: 'csk',
      published: isSigned && stage !== 'prepared',
      type: 'Cryptokey',
    };
  });
}
