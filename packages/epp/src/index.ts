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
export type { CommandCodec, RequestOf, ResultOf } from './codecs/command-codec.ts';
export type { ContactPoints, Phone } from './codecs/contact-points.ts';
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
export type { CreationDates } from './codecs/creation-data.ts';
export { type DeleteContactRequest, deleteContact } from './codecs/delete-contact.ts';
export {
  type DeleteDomainRequest,
  type DeleteDomainResult,
  deleteDomain,
} from './codecs/delete-domain.ts';
export type { Disclose } from './codecs/disclose.ts';
export { contactRoles, type DomainContact } from './codecs/domain-contacts.ts';
export type { EmptyResult } from './codecs/empty-result.ts';
export type { Charges, Credit, Fee, FeeCommand, FeeCommandName } from './codecs/fee.ts';
export type { FeeAgreement } from './codecs/fee-agreement.ts';
export type { FeeQuery } from './codecs/fee-query.ts';
export type { CommandFees, FeeQuote, ObjectFees } from './codecs/fee-quote.ts';
export type { Balance, FeeReceipt } from './codecs/fee-receipt.ts';
export { type Greeting, knownServices, type Services } from './codecs/greeting.ts';
export type { IdnData } from './codecs/idn-data.ts';
export { type ContactInfo, type InfoContactRequest, infoContact } from './codecs/info-contact.ts';
export { type DomainInfo, type InfoDomainRequest, infoDomain } from './codecs/info-domain.ts';
export { type HostInfo, type InfoHostRequest, infoHost } from './codecs/info-host.ts';
export { type LoginRequest, type LoginResult, login, logout } from './codecs/login.ts';
export type { LoginEvent, UserAgent } from './codecs/login-security.ts';
export type { HostAttribute, Nameservers } from './codecs/nameservers.ts';
export type { ObjectHistory } from './codecs/object-history.ts';
export {
  type ContactStatus,
  contactStatuses,
  type DomainStatus,
  domainStatuses,
  type HostStatus,
  hostStatuses,
} from './codecs/object-statuses.ts';
export {
  type AcknowledgeRequest,
  acknowledgeMessage,
  type PendingActionResult,
  type PollMessage,
  pollMessage,
} from './codecs/poll.ts';
export type {
  PostalAddress,
  PostalInfo,
  PostalInfoChange,
  PostalType,
} from './codecs/postal-info.ts';
export {
  type RenewDomainRequest,
  type RenewDomainResult,
  renewDomain,
} from './codecs/renew-domain.ts';
export type { Restore, RestoreReport } from './codecs/restore.ts';
export { type RgpStatus, rgpStatuses } from './codecs/rgp-statuses.ts';
export type { DsData, SecDnsUpdate } from './codecs/sec-dns.ts';
export {
  type TransferData,
  type TransferStatus,
  transferStatuses,
} from './codecs/transfer-data.ts';
export {
  type TransferDomainRequest,
  type TransferDomainResult,
  transferDomain,
} from './codecs/transfer-domain.ts';
export {
  type ContactChange,
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
