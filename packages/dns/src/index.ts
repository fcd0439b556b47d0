/**
 * What works anywhere, browsers included: names, messages, RDATA, zone files, transfers and updates
 * as data. Sockets and signatures need Node: ./node.ts. Record values: ./records.
 */
export {
  type CookieContext,
  type CookieOption,
  type CookieState,
  checkServerCookie,
  makeServerCookie,
  readCookie,
} from './cookie.ts';
export { decodeMessage } from './decode-message.ts';
export {
  type EncodeOptions,
  encodeMessage,
  isTruncated,
  messageBytesMax,
  plainUdpBytesMax,
} from './encode-message.ts';
export { DnsFormatError, GrammarError } from './errors.ts';
export { parseIpAddress, plainAddress, presentIpAddress } from './ip-address.ts';
export {
  type Edns,
  type EdnsOption,
  type Message,
  makeMessage,
  makeQuery,
  makeReply,
  type Question,
  type ResourceRecord,
  type TsigRecord,
} from './message.ts';
export { compareBytes, latin1, Name, nameBytesMax } from './name.ts';
export { makeNotify, type Notification, readNotify } from './notify.ts';
export {
  classCodeOf,
  classes,
  className,
  ednsOptions,
  opcodes,
  rcodes,
  rrTypes,
  tsigErrors,
  typeCodeOf,
  typeName,
} from './protocol.ts';
export { cdnskeyCodec, type DnskeyData, dnskeyCodec } from './rdata/dnskey.ts';
export { rdataForms } from './rdata/index.ts';
export { canonicalRdata, nameInRdata } from './rdata/name-layout.ts';
export { type NsecData, nsecCodec } from './rdata/nsec.ts';
export { type RrsigData, rrsigCodec } from './rdata/rrsig.ts';
export { type SoaData, soaCodec, soaSerial } from './rdata/soa.ts';
export { type ZonemdData, zonemdCodec } from './rdata/zonemd.ts';
export type { RdataCodec, RdataForm } from './rdata-codec.ts';
export { formatErrorReply, headerReply } from './reply-raw.ts';
export { compareSerials, isNewerSerial, nextSerial } from './serial.ts';
export { FrameReader, frame } from './tcp-framing.ts';
export { applyDifferences } from './transfer/apply-differences.ts';
export {
  axfrRecords,
  condenseDifferences,
  ixfrRecords,
  recordIdentity,
  recordKey,
  type ZoneDifference,
} from './transfer/difference.ts';
export {
  encodeIxfrDatagram,
  encodeTransfer,
  TransferEncoder,
  type TransferOptions,
} from './transfer/encode-transfer.ts';
export { TransferReader, type TransferResult } from './transfer/read-transfer.ts';
export { checkPrerequisites, type ZoneView } from './update/check-prerequisites.ts';
export { readUpdate, type UpdateResult } from './update/read-update.ts';
export { makeUpdate, type Prerequisite, type Update, type UpdateAction } from './update/update.ts';
export { shorten } from './words.ts';
export { parseRdata } from './zone-file/parse-rdata.ts';
export {
  readZoneEntries,
  readZoneFile,
  type UnreadableRecord,
  type ZoneFileOptions,
  type ZoneFileRecord,
} from './zone-file/read-zone-file.ts';
export { presentRdata, writeComment, writeZoneFile } from './zone-file/write-zone-file.ts';
export { ZoneFileError } from './zone-file/zone-file-error.ts';
