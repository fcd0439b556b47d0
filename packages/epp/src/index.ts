// @hostmaster/epp: an EPP client that survives lost replies, and a registry front to prove it against.

export type { BackoffPolicy } from './client/backoff.ts';
export type { ClientTls } from './client/connection.ts';
export { EppPool, type PoolOptions, type PoolSendOptions, type PoolStatus } from './client/pool.ts';
export { randomClTRID } from './client/prepare-command.ts';
export { type EppSession, openSession } from './client/session.ts';
export type {
  EppLogEvent,
  EppReply,
  SendOptions,
  SessionOptions,
} from './client/session-options.ts';
export type { Availability } from './codecs/availability.ts';
export {
  type CheckContactsRequest,
  type CheckContactsResult,
  checkContacts,
} from './codecs/check-contacts.ts';
export {
  type CheckDomainsRequest,
  type CheckDomainsResult,
  checkDomains,
} from './codecs/check-domains.ts';
export { type CheckHostsRequest, type CheckHostsResult, checkHosts } from './codecs/check-hosts.ts';
export type { CommandCodec, RequestOf, ResultOf } from './codecs/codec.ts';
export {
  CONTACT_STATUSES,
  type ContactStatus,
  type Disclose,
  type Phone,
  type PostalAddress,
  type PostalInfo,
  type PostalType,
} from './codecs/contact-parts.ts';
export {
  type CreateContactRequest,
  type CreateContactResult,
  createContact,
} from './codecs/create-contact.ts';
export {
  type CreateDomainRequest,
  type CreateDomainResult,
  createDomain,
} from './codecs/create-domain.ts';
export { type CreateHostRequest, type CreateHostResult, createHost } from './codecs/create-host.ts';
export {
  type DeleteDomainRequest,
  type DeleteDomainResult,
  deleteDomain,
} from './codecs/delete-domain.ts';
export {
  CONTACT_ROLES,
  DOMAIN_STATUSES,
  type DomainContact,
  type DomainStatus,
  type HostAttribute,
  type Nameservers,
} from './codecs/domain-parts.ts';
export type {
  CommandFees,
  Credit,
  Fee,
  FeeAgreement,
  FeeCommandName,
  FeeQuery,
  FeeQuote,
  FeeReceipt,
  ObjectFees,
} from './codecs/fee.ts';
export { type Greeting, KNOWN_SERVICES, type Services } from './codecs/greeting.ts';
export { HOST_STATUSES, type HostStatus } from './codecs/host-parts.ts';
export { type ContactInfo, type InfoContactRequest, infoContact } from './codecs/info-contact.ts';
export { type DomainInfo, type InfoDomainRequest, infoDomain } from './codecs/info-domain.ts';
export { type HostInfo, type InfoHostRequest, infoHost } from './codecs/info-host.ts';
export { type EmptyResult, type LoginRequest, login, logout } from './codecs/login.ts';
export {
  type AcknowledgeRequest,
  acknowledgeMessage,
  type PendingActionResult,
  type PollMessage,
  pollMessage,
} from './codecs/poll.ts';
export {
  type RenewDomainRequest,
  type RenewDomainResult,
  renewDomain,
} from './codecs/renew-domain.ts';
export { type Restore, type RestoreReport, RGP_STATUSES, type RgpStatus } from './codecs/rgp.ts';
export type { DsData, SecDnsUpdate } from './codecs/sec-dns.ts';
export {
  type ContactChange,
  type PostalInfoChange,
  type UpdateContactRequest,
  updateContact,
} from './codecs/update-contact.ts';
export {
  type DomainDifference,
  type UpdateDomainRequest,
  type UpdateDomainResult,
  updateDomain,
} from './codecs/update-domain.ts';
export { type HostDifference, type UpdateHostRequest, updateHost } from './codecs/update-host.ts';
export {
  EppNotSentError,
  EppOutcomeUnknownError,
  EppSyntaxError,
  EppValueError,
  NOT_SENT_REASONS,
  type NotSentReason,
  OUTCOME_UNKNOWN_REASONS,
  type OutcomeUnknownReason,
} from './errors.ts';
export { DEFAULT_MAX_FRAME_BYTES, encodeFrame, FrameError, FrameReader } from './frame.ts';
export {
  type Answer,
  type CommandContext,
  type EppBackend,
  EppRefusal,
  type Peer,
} from './front/backend.ts';
export { type EppFault, FAULT_KINDS, FaultPlan, type FaultRule } from './front/faults.ts';
export {
  createSelfSignedCertificate,
  type SelfSignedOptions,
} from './front/self-signed-certificate.ts';
export {
  createEppServer,
  type EppServer,
  type EppServerEvent,
  type EppServerOptions,
} from './front/server.ts';
export * from './namespaces.ts';
export { redactFrame } from './redact.ts';
export type { EppResponse, EppResult, MessageQueue } from './response.ts';
export {
  endsSession,
  RESULT_CODES,
  type ResultClass,
  type ResultCode,
  resultCode,
} from './result-codes.ts';
export { EppResultError } from './result-error.ts';
export { systemTimers, type Timers } from './timers.ts';
export { textOf, type XmlElement, type XmlNode } from './xml/element.ts';
export { readXml } from './xml/read-xml.ts';
export { writeXml } from './xml/write-xml.ts';
