/** @hostmaster/registry: a model of a registry to test registrars against. */
export { behaviourOf, rivalAuthCode, sandboxBehaviours, takenNames } from './behaviours.ts';
export type { MachineClock } from './machine-clock.ts';
export { glueRecords, type ParentServer, parentApex } from './parent-zone.ts';
export { phaseOf } from './redemption.ts';
export { CommandUnstored, type RegistryOptions, SandboxRegistry } from './registry.ts';
export type { RegistryCommand, RegistryPolicy } from './registry-command.ts';
export { type RegistryReply, resultCode } from './registry-reply.ts';
export { rivalId } from './rival.ts';
export { transferYears } from './transfer-object.ts';
