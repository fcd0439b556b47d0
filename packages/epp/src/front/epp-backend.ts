/** What a registry must offer to be put behind the EPP front. */

import type { CheckContactsRequest, CheckContactsResult } from '../codecs/contact/contact-check.ts';
import type {
  CreateContactRequest,
  CreateContactResult,
} from '../codecs/contact/contact-create.ts';
import type { DeleteContactRequest } from '../codecs/contact/contact-delete.ts';
import type { ContactInfo, InfoContactRequest } from '../codecs/contact/contact-info.ts';
import type { UpdateContactRequest } from '../codecs/contact/contact-update.ts';
import type { CheckDomainsRequest, CheckDomainsResult } from '../codecs/domain/domain-check.ts';
import type { CreateDomainRequest, CreateDomainResult } from '../codecs/domain/domain-create.ts';
import type { DeleteDomainRequest, DeleteDomainResult } from '../codecs/domain/domain-delete.ts';
import type { DomainInfo, InfoDomainRequest } from '../codecs/domain/domain-info.ts';
import type { RenewDomainRequest, RenewDomainResult } from '../codecs/domain/domain-renew.ts';
import type {
  TransferDomainRequest,
  TransferDomainResult,
} from '../codecs/domain/domain-transfer.ts';
import type { UpdateDomainRequest, UpdateDomainResult } from '../codecs/domain/domain-update.ts';
import type { EmptyResult } from '../codecs/empty-result.ts';
import type { CheckHostsRequest, CheckHostsResult } from '../codecs/host/host-check.ts';
import type { CreateHostRequest, CreateHostResult } from '../codecs/host/host-create.ts';
import type { HostInfo, InfoHostRequest } from '../codecs/host/host-info.ts';
import type { UpdateHostRequest } from '../codecs/host/host-update.ts';
import type { Services } from '../codecs/session/greeting.ts';
import type { LoginRequest } from '../codecs/session/login.ts';
import type { LoginEvent } from '../codecs/session/login-security.ts';
import type { AcknowledgeRequest, PollMessage } from '../codecs/session/poll.ts';
import type { MessageQueue } from '../epp-response.ts';
import { resultCode } from '../result-codes.ts';

export interface Peer {
  readonly address: string;
  /** SHA-256 of the verified client certificate, when one was asked for. */
  readonly certificateFingerprint?: string;
}

export interface CommandContext {
  readonly clientId: string;
  readonly clTRID?: string;
  readonly svTRID: string;
  readonly services: Services;
  /** A fault asks for 1001. A backend that can model pending actions should start one. */
  readonly pendingWanted: boolean;
}

export interface Answer<Result> {
  readonly data: Result;
  /** Answers 1001 instead of 1000. */
  readonly pending?: boolean;
  readonly messageQueue?: MessageQueue;
}

type Handler<Request, Result> = (
  request: Request,
  context: CommandContext,
) => Promise<Answer<Result>>;

/**
 * The contract between the front and a registry:
 * - the front has authenticated the session (through `login`) and decoded the request; names arrive
 *   as the client wrote them, so lower-casing and every policy are the backend's work;
 * - a method commits before it resolves: once it has resolved, the change has happened, whether or
 *   not the client ever reads the reply;
 * - a refusal is a thrown EppRefusal and must leave nothing changed; any other error becomes 2400,
 *   and the client sends an info command to find out what happened;
 * - extension data (fee, rgpStatuses, dnssec) may always be returned: the front leaves out what the
 *   client did not announce at login;
 * - methods are called concurrently for different sessions, one at a time within a session.
 */
export interface EppBackend {
  /**
   * Resolves when the credentials are right; a new password in the request is set by then. Returned
   * events are sent to clients with login security.
   */
  login(request: LoginRequest, peer: Peer): Promise<readonly LoginEvent[] | undefined>;
  readonly checkDomains: Handler<CheckDomainsRequest, CheckDomainsResult>;
  readonly infoDomain: Handler<InfoDomainRequest, DomainInfo>;
  readonly createDomain: Handler<CreateDomainRequest, CreateDomainResult>;
  readonly renewDomain: Handler<RenewDomainRequest, RenewDomainResult>;
  readonly updateDomain: Handler<UpdateDomainRequest, UpdateDomainResult>;
  readonly deleteDomain: Handler<DeleteDomainRequest, DeleteDomainResult>;
  readonly transferDomain: Handler<TransferDomainRequest, TransferDomainResult>;
  readonly checkHosts: Handler<CheckHostsRequest, CheckHostsResult>;
  readonly infoHost: Handler<InfoHostRequest, HostInfo>;
  readonly createHost: Handler<CreateHostRequest, CreateHostResult>;
  readonly updateHost: Handler<UpdateHostRequest, EmptyResult>;
  readonly checkContacts: Handler<CheckContactsRequest, CheckContactsResult>;
  readonly infoContact: Handler<InfoContactRequest, ContactInfo>;
  readonly createContact: Handler<CreateContactRequest, CreateContactResult>;
  readonly updateContact: Handler<UpdateContactRequest, EmptyResult>;
  readonly deleteContact: Handler<DeleteContactRequest, EmptyResult>;
  readonly pollMessage: Handler<EmptyResult, PollMessage>;
  readonly acknowledgeMessage: Handler<AcknowledgeRequest, { queue?: MessageQueue }>;
}

/** How a backend refuses a command. Codes of 2500 and above also end the session. */
export class EppRefusal extends Error {
  override readonly name = 'EppRefusal';
  readonly code: number;
  /** Sent beside the standard message. */
  readonly reason?: string;

  /** Events of a refused login, for clients with login security. */
  readonly loginEvents: readonly LoginEvent[];

  constructor(code: number, reason?: string, loginEvents: readonly LoginEvent[] = []) {
    super(reason ?? resultCode(code).meaning);
    this.loginEvents = loginEvents;
    this.code = code;
    if (reason !== undefined) this.reason = reason;
  }
}
