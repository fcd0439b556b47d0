/** A typed client of Hostmaster without dependencies at run time. */
export type { Event, EventData, EventType } from '@hostmaster/contract';
export { type CallOptions, versionOf } from './call.ts';
export { connectionProblem } from './connection-problem.ts';
export { type Client, type ClientOptions, createClient, type Method } from './create-client.ts';
export { ConnectionError, type FieldProblem, HostmasterError } from './errors.ts';
export { eachDomain, eachEvent, eachRecord } from './iterate.ts';
export { verifyWebhook, type WebhookMessage, WebhookVerificationError } from './verify-webhook.ts';
export { RegistrationFailed, waitUntilLive } from './wait-until-live.ts';
export { type WaitOptions, waitUntilServed } from './wait-until-served.ts';
