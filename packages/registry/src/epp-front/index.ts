/** @hostmaster/registry/epp-front: the registry behind EPP over TLS. */
export type { AccountRules } from './epp-front-accounts.ts';
export { type FeeRules, standardFees } from './epp-front-fees.ts';
export {
  certificateFor,
  type EppFront,
  type EppFrontSettings,
  startEppFront,
} from './start-epp-front.ts';
