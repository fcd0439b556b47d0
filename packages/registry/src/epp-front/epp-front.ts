/**
 * The sandbox registry as an EPP backend: @hostmaster/epp serves it over TLS. Unlike the registrar
 * port it does not recognise repeated sends: each command counts, as at a real registry.
 */

import { domainToUnicode } from 'node:url';
import { addYears } from '@hostmaster/contract/durations';
import {
  type Answer,
  type CommandContext,
  type CreateDomainRequest,
  type DomainInfo,
  type EppBackend,
  EppRefusal,
  type Nameservers,
  type UpdateDomainRequest,
} from '@hostmaster/epp';
import { readList } from '@hostmaster/storage';
import { behaviourOf } from '../behaviours.ts';
import { type DeletionPhase, phaseOf } from '../redemption.ts';
import { absentContactId } from '../refer-to-contact.ts';
import type { SandboxRegistry } from '../registry.ts';
import type { ObjectParts, RegistryCommand, RegistryMoment } from '../registry-command.ts';
import { type RegistryReply, resultCode } from '../registry-reply.ts';
import { listHostsInside } from '../storage/queries/hosts.ts';
import type { RegistryObject } from '../storage/tables/objects.ts';
import { isYoung } from '../transfer-object.ts';
import type { FrontAccounts } from './epp-front-accounts.ts';
import { bill } from './epp-front-billing.ts';
import { type FeeRules, type FeeSchedule, quoteFor } from './epp-front-fees.ts';
import { messageHandlers } from './epp-front-messages.ts';
import { referenceHandlers, requireFewNames } from './epp-front-references.ts';
import { describeSigners, type SignerRules, signerChange, signersOf } from './epp-front-signers.ts';
import { transferHandler } from './epp-front-transfers.ts';

export interface EppFrontOptions extends SignerRules {
  readonly registry: SandboxRegistry;
  readonly accounts: FrontAccounts;
  readonly nameservers?: Nameservers['kind'];
  readonly fees?: FeeSchedule;
  readonly feeRules?: FeeRules;
  /** How many names one check may have. */
  readonly checkNamesMax?: number;
  /** Shows every contact, whatever its owner asked for. */
  readonly ignoresDisclose?: boolean;
  /** Tells what it shows of a contact (`flag="1"`), not what it was asked to hide. */
  readonly tellsDisclosed?: boolean;
  /** IDN tables that it knows; names in other scripts need one of them. Default: none is needed. */
  readonly idnTables?: readonly string[];
  /** Suffixes in another script sell names in that script only. */
  readonly ownScriptOnly?: boolean;
}

export function createSandboxBackend(options: EppFrontOptions): EppBackend {
  const { registry, accounts, nameservers = 'objects', fees = {}, feeRules = {} } = options;
  const billing = { accounts, fees, feeRules };
  const { checkNamesMax = Number.POSITIVE_INFINITY } = options;
  return {
    login: async (request) => accounts.signIn(request),
    async checkDomains(request) {
      requireFewNames(request.names, checkNamesMax);
      const names = request.names.map((name) => name.toLowerCase());
      const answers = await registry.check(names);
      const domains = request.names.map((name, index) => {
        if (isWrongScript(options, name)) return { name, available: false, reason: wrongScript };
        return answers[index]?.available === true
          ? { name, available: true }
          : { name, available: false, reason: answers[index]?.reason ?? 'In use' };
      });
      const isRegistered = (name: string) =>
        domains.some((domain) => domain.name === name && !domain.available);
      const fee = request.fee && quoteFor(request, billing, isRegistered);
      return { data: fee === undefined ? { domains } : { domains, fee } };
    },
    async infoDomain({ name }, { clientId }) {
      const object = await registry.info(name.toLowerCase());
      if (object === null) throw new EppRefusal(resultCode.doesNotExist);
      const now = await registry.moment();
      const subordinateHosts = behaviourOf(object.name).listsHosts
        ? await hostsInside(registry, object.name)
        : [];
      const described = describe(object, { now, clientId, nameservers });
      const dnssec = describeSigners(object.dnssec, options);
      return { data: { ...described, dnssec, subordinateHosts } };
    },
    async createDomain(request, context) {
      const years = request.periodYears ?? 1;
      const command = address(request, context);
      if (options.idnTables !== undefined) requireIdnTable(request, options.idnTables);
      if (isWrongScript(options, command.name)) {
        throw new EppRefusal(resultCode.valuePolicy, wrongScript);
      }
      const { clientId } = context;
      const purchase = { ...request, command: 'create', years, clientId } as const;
      const { reply, receipt } = await bill(billing, purchase, () =>
        registry.create({
          ...command,
          ...createdWith(request, nameservers),
          dnssec: signersOf(command.name, request.dnssec ?? [], options),
          years,
          staysPending: context.pendingWanted,
        }),
      );
      const expiresAt = new Date(requireSuccess(reply));
      const createdAt = new Date(addYears(expiresAt.getTime(), -years));
      return answer(reply, { name: command.name, createdAt, expiresAt, ...receipt });
    },
    async renewDomain(request, context) {
      const years = request.periodYears ?? 1;
      const command = address(request, context);
      const { clientId } = context;
      const purchase = { ...request, command: 'renew', years, clientId } as const;
      const currentExpiresAt = request.currentExpiryDate;
      const { reply, receipt } = await bill(billing, purchase, () =>
        registry.renew({ ...command, years, currentExpiresAt }),
      );
      const expiresAt = new Date(requireSuccess(reply));
      return answer(reply, { name: command.name, expiresAt, ...receipt });
    },
    async updateDomain(request, context) {
      if (request.restore !== undefined) {
        const { op } = request.restore;
        const restore = () => registry.restore({ ...address(request, context), op });
        const { clientId } = context;
        const purchase = { ...request, command: 'restore', years: 1, clientId } as const;
        // The request is paid, not its report.
        const { reply, receipt } =
          op === 'request'
            ? await bill(billing, purchase, restore)
            : { reply: await restore(), receipt: {} };
        requireSuccess(reply);
        const rgpStatuses = op === 'request' ? ['pendingRestore'] : [];
        return answer(reply, { rgpStatuses, ...receipt });
      }
      const reply = await registry.change({
        ...address(request, context),
        ...changedBy(request, nameservers),
        ...signerChange(request, options),
      });
      requireSuccess(reply);
      return answer(reply, { rgpStatuses: [] });
    },
    async deleteDomain(request, context) {
      const command = address(request, context);
      if ((await hostsInside(registry, command.name)).length > 0) {
        throw new EppRefusal(resultCode.associationProhibits, 'There are hosts inside this name.');
      }
      const reply = await registry.delete(command);
      requireSuccess(reply);
      return answer(reply, {});
    },
    ...referenceHandlers(registry, {
      checkNamesMax,
      ignoresDisclose: options.ignoresDisclose === true,
      tellsDisclosed: options.tellsDisclosed === true,
    }),
    ...transferHandler({ registry, ...billing }),
    ...messageHandlers(registry, accounts),
  };
}

async function hostsInside({ db }: SandboxRegistry, domain: string): Promise<string[]> {
  const hosts = await readList(db, listHostsInside, { domain });
  return hosts.map((host) => host.name);
}

function address(request: { readonly name: string }, context: CommandContext): RegistryCommand {
  return {
    sponsor: context.clientId,
    transactionId: context.svTRID,
    clientTransactionId: context.clTRID,
    name: request.name.toLowerCase(),
  };
}

function createdWith(request: CreateDomainRequest, kind: Nameservers['kind']) {
  const contacts = (request.contacts ?? []).map(({ role, id }) => [role, id] as const);
  return {
    registrant: {
      registrantId: request.registrant ?? null,
      contactIds: Object.fromEntries(contacts),
    },
    nameservers: namesOf(request.nameservers, kind),
    privacyEnabled: false,
    transferLocked: false,
    authCode: request.authInfo,
  };
}

function changedBy(request: UpdateDomainRequest, kind: Nameservers['kind']) {
  const { change } = request;
  const part = (difference: UpdateDomainRequest['add']): ObjectParts => ({
    nameservers: namesOf(difference?.nameservers, kind),
    statuses: difference?.statuses ?? [],
    contacts: difference?.contacts ?? [],
  });
  return {
    add: part(request.add),
    remove: part(request.remove),
    registrantId: change?.registrant ?? undefined,
    authCode: change?.authInfo ?? undefined,
  };
}

function requireIdnTable({ name, idn }: CreateDomainRequest, tables: readonly string[]): void {
  if (!name.toLowerCase().startsWith('xn--')) return;
  if (idn === undefined) throw new EppRefusal(resultCode.valuePolicy, 'An IDN table is required.');
  if (!tables.includes(idn.table)) {
    throw new EppRefusal(resultCode.valuePolicy, `There is no IDN table ${idn.table}.`);
  }
  if (idn.unicodeName !== undefined && idn.unicodeName !== domainToUnicode(name)) {
    throw new EppRefusal(resultCode.valuePolicy, 'The two forms of the name differ.');
  }
}

const wrongScript = 'The name must be written in the script of its suffix.';

function isWrongScript({ ownScriptOnly = false }: EppFrontOptions, name: string): boolean {
  const [label = '', ...suffix] = name.toLowerCase().split('.');
  const isIdn = (text: string) => text.startsWith('xn--');
  return ownScriptOnly && suffix.some(isIdn) && !isIdn(label);
}

/** A registry works with host objects or with attributes; the other kind is refused. */
function namesOf(given: Nameservers | undefined, kind: Nameservers['kind']): string[] {
  if (given === undefined) return [];
  if (given.kind !== kind) throw new EppRefusal(2306, `Nameservers are ${kind} here.`);
  const names = given.kind === 'objects' ? given.names : given.hosts.map(({ name }) => name);
  return names.map((name) => name.toLowerCase());
}

function describe(
  object: RegistryObject,
  view: {
    readonly now: RegistryMoment;
    readonly clientId: string;
    readonly nameservers: Nameservers['kind'];
  },
): Omit<DomainInfo, 'subordinateHosts' | 'dnssec'> {
  const isOwn = object.sponsor === view.clientId;
  const phase = phaseOf(object, view.now.calendar);
  const running = object.gracePeriods.filter(({ until }) => until > view.now.calendar);
  const statuses = [...object.statuses, ...transferStatus(object, view.now.calendar)];
  const { transfer } = object;
  const hosts = object.nameservers;
  const delegation: Nameservers =
    view.nameservers === 'objects'
      ? { kind: 'objects', names: hosts }
      : { kind: 'attributes', hosts: hosts.map((name) => ({ name, addresses: [] })) };
  return {
    name: object.name,
    roid: object.repositoryId,
    statuses: statuses.length === 0 ? ['ok'] : statuses,
    ...(object.registrantId === absentContactId ? {} : { registrant: object.registrantId }),
    contacts: Object.entries(object.contactIds).map(([role, id]) => ({ role, id })),
    ...(hosts.length === 0 ? {} : { nameservers: delegation }),
    sponsorId: object.sponsor,
    creatorId: object.creator ?? object.sponsor,
    ...(isOwn || !hidesDates(object) ? { createdAt: new Date(object.createdAt) } : {}),
    ...(transfer?.status.endsWith('Approved') === true
      ? { transferredAt: new Date(transfer.actsAt) }
      : {}),
    ...(object.updatedAt === null ? {} : { updatedAt: new Date(object.updatedAt) }),
    expiresAt: new Date(object.expiresAt),
    ...(isOwn ? shownAuthCode(object) : {}),
    rgpStatuses: phase === null ? running.map(({ kind }) => kind) : [rgpStatusOf[phase]],
  };
}

/** A registry that refuses by a status may show others no dates. */
function hidesDates({ name }: RegistryObject): boolean {
  return behaviourOf(name).rival?.youngRefusal.shows === 'status';
}

function transferStatus(object: RegistryObject, calendar: number): string[] {
  return hidesDates(object) && isYoung(object, calendar) ? ['serverTransferProhibited'] : [];
}

const rgpStatusOf = {
  redemption: 'redemptionPeriod',
  restoring: 'pendingRestore',
  final: 'pendingDelete',
} as const satisfies Record<DeletionPhase, string>;

function shownAuthCode({ name, authCode }: RegistryObject): Pick<DomainInfo, 'authInfo'> {
  const shown = behaviourOf(name).authCode;
  if (shown === 'absent') return {};
  return { authInfo: shown === 'empty' ? '' : authCode };
}

/** Returns the expiry. After a lost reply the outcome is unknown to the client, as with 2400. */
function requireSuccess(reply: RegistryReply): number {
  if (reply.isLost) throw new EppRefusal(resultCode.commandFailed);
  if (reply.code >= 2000) throw new EppRefusal(reply.code, reply.message);
  return reply.expiresAt ?? 0;
}

function answer<Result>(reply: RegistryReply, data: Result): Answer<Result> {
  return { data, pending: reply.code === resultCode.pending };
}
