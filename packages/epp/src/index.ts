/**
 * @hostmaster/epp: an EPP client with a defined outcome for every command, and a registry front to
 * test it against.
 */

export type { BackoffPolicy } from './client/backoff.ts';
export type { ClientTls } from './client/connection.ts';
export { EppPool } from './client/epp-pool.ts';
export { type EppSession, openSession } from './client/epp-session.ts';
export type {
  CommandEnd,
  PoolOptions,
  PoolSendOptions,
  PoolStatus,
} from './client/pool-options.ts';
export { randomClTRID } from './client/prepare-command.ts';
export type { EppReply, SendOptions } from './client/send-options.ts';
export type { EppLogEvent, SessionOptions } from './client/session-options.ts';
export type { Credentials } from './client/sign-in-guard.ts';
export type { Availability } from './codecs/check-data.ts';
export type { CommandCodec, RequestOf, ResultOf } from './codecs/command-codec.ts';
export {
  type CheckContactsRequest,
  type CheckContactsResult,
  checkContacts,
} from './codecs/contact/contact-check.ts';
export {
  type CreateContactRequest,
  type CreateContactResult,
  createContact,
} from './codecs/contact/contact-create.ts';
export { type DeleteContactRequest, deleteContact } from './codecs/contact/contact-delete.ts';
export {
  type ContactInfo,
  type InfoContactRequest,
  infoContact,
} from './codecs/contact/contact-info.ts';
export type { ContactPoints, Phone } from './codecs/contact/contact-points.ts';
export {
  type ContactChange,
  type UpdateContactRequest,
  updateContact,
} from './codecs/contact/contact-update.ts';
export type { Disclose } from './codecs/contact/disclose.ts';
export type {
  PostalAddress,
  PostalInfo,
  PostalInfoChange,
  PostalType,
} from './codecs/contact/postal-info.ts';
export type { CreationDates } from './codecs/creation-data.ts';
export {
  type CheckDomainsRequest,
  type CheckDomainsResult,
  checkDomains,
} from './codecs/domain/domain-check.ts';
export { contactRoles, type DomainContact } from './codecs/domain/domain-contacts.ts';
export {
  type CreateDomainRequest,
  type CreateDomainResult,
  createDomain,
} from './codecs/domain/domain-create.ts';
export {
  type DeleteDomainRequest,
  type DeleteDomainResult,
  deleteDomain,
} from './codecs/domain/domain-delete.ts';
export {
  type DomainInfo,
  type InfoDomainRequest,
  infoDomain,
} from './codecs/domain/domain-info.ts';
export {
  type RenewDomainRequest,
  type RenewDomainResult,
  renewDomain,
} from './codecs/domain/domain-renew.ts';
export {
  type TransferDomainRequest,
  type TransferDomainResult,
  transferDomain,
} from './codecs/domain/domain-transfer.ts';
export {
  type DomainDifference,
  type UpdateDomainRequest,
  type UpdateDomainResult,
  updateDomain,
} from './codecs/domain/domain-update.ts';
export type { HostAttribute, Nameservers } from './codecs/domain/nameservers.ts';
export {
  type TransferData,
  type TransferStatus,
  transferStatuses,
} from './codecs/domain/transfer-data.ts';
export type { EmptyResult } from './codecs/empty-result.ts';
export type { Charges, Credit, Fee, FeeCommand, FeeCommandName } from './codecs/extensions/fee.ts';
export type { FeeAgreement } from './codecs/extensions/fee-agreement.ts';
export type { FeeQuery } from './codecs/extensions/fee-query.ts';
export type { CommandFees, FeeQuote, ObjectFees } from './codecs/extensions/fee-quote.ts';
export type { Balance, FeeReceipt } from './codecs/extensions/fee-receipt.ts';
export type { IdnData } from './codecs/extensions/idn-data.ts';
export type { Restore, RestoreReport } from './codecs/extensions/restore.ts';
export { type RgpStatus, rgpStatuses } from './codecs/extensions/rgp-statuses.ts';
export {
  type DsData,
  isKeyData,
  type KeyData,
  type SecDnsData,
  type SecDnsUpdate,
} from './codecs/extensions/sec-dns.ts';
export {
  type CheckHostsRequest,
  type CheckHostsResult,
  checkHosts,
} from './codecs/host/host-check.ts';
export {
  type CreateHostRequest,
  type CreateHostResult,
  createHost,
} from './codecs/host/host-create.ts';
export { type HostInfo, type InfoHostRequest, infoHost } from './codecs/host/host-info.ts';
export {
  type HostDifference,
  type UpdateHostRequest,
  updateHost,
} from './codecs/host/host-update.ts';
export type { ObjectHistory } from './codecs/object-history.ts';
export {
  type ContactStatus,
  contactStatuses,
  type DomainStatus,
  domainStatuses,
  type HostStatus,
  hostStatuses,
} from './codecs/object-statuses.ts';
export { type Greeting, knownServices, type Services } from './codecs/session/greeting.ts';
export { type LoginRequest, type LoginResult, login, logout } from './codecs/session/login.ts';
export type { LoginEvent, UserAgent } from './codecs/session/login-security.ts';
export {
  type AcknowledgeRequest,
  acknowledgeMessage,
  type PendingActionResult,
  type PollMessage,
  pollMessage,
} from './codecs/session/poll.ts';
export type { EppResponse, EppResult, MessageQueue } from './epp-response.ts';
export { EppResultError } from './epp-result-error.ts';
export {
  EppNotSentError,
  EppOutcomeUnknownError,
  EppSyntaxError,
  EppValueError,
  type NotSentReason,
  notSentReasons,
  type OutcomeUnknownReason,
  outcomeUnknownReasons,
} from './errors.ts';
export { defaultFrameBytesMax, encodeFrame, FrameError, FrameReader } from './frame.ts';
export {
  type Answer,
  type CommandContext,
  type EppBackend,
  EppRefusal,
  type Peer,
} from './front/epp-backend.ts';
export {
  createEppServer,
  type EppServer,
  type EppServerEvent,
  type EppServerOptions,
} from './front/epp-server.ts';
export { type EppFault, FaultPlan, type FaultRule, faultKinds } from './front/fault-plan.ts';
export {
  createSelfSignedCertificate,
  type SelfSignedOptions,
} from './front/self-signed-certificate.ts';
export {
  contactUri,
  domainUri,
  eppUri,
  feeUri,
  hostUri,
  idnUri,
  loginSecUri,
  rgpUri,
  secDnsUri,
} from './namespaces.ts';
export { redactFrame } from './redact-frame.ts';
export {
  endsSession,
  type ResultClass,
  type ResultCode,
  resultCode,
  resultCodes,
} from './result-codes.ts';
export { systemTimers, type Timers } from './timers.ts';
export { readXml } from './xml/read-xml.ts';
export { writeXml } from './xml/write-xml.ts';
export { textOf, type XmlElement, type XmlNode } from './xml/xml-element.ts';
