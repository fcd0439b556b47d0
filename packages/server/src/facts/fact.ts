/**
 * Everything that can happen in a workspace, as plain data. The activity row, its text and the public
 * event follow from a fact by total functions: a kind without one of them does not compile.
 */
import type { Activity, ActorKind, Origin } from '../storage/tables/events/activity.ts';
import type { StoredEvent } from '../storage/tables/events/events.ts';
import { type BulkFact, bulkForms } from './bulk.ts';
import {
  type BalanceFact,
  balanceForms,
  type PriceFact,
  priceForms,
  type TopUpFact,
  topUpForms,
} from './credits.ts';
import { type DnssecFact, dnssecForms } from './dnssec.ts';
import { type ExpiryFact, expiryForms } from './expiry.ts';
import type { ByKind, FactForms, FactRow, PublicEvent } from './fact-form.ts';
import { type ApiKeyFact, apiKeyForms, type UpdateKeyFact, updateKeyForms } from './keys.ts';
import { type MailFact, mailForms } from './mails.ts';
import { type RecordFact, recordForms, type UpdateRefusal, updateRefusalForms } from './records.ts';
import { type RegistrationFact, registrationForms } from './registration.ts';
import { type RenewalFact, renewalForms } from './renewal.ts';
import { type SettingsFact, settingsForms } from './settings.ts';
import { type TemplateFact, templateForms } from './templates.ts';
import { type TransferFact, transferForms } from './transfers.ts';
import { type WebhookFact, webhookForms } from './webhooks.ts';
import {
  type AccountFact,
  type ActivityFact,
  accountForms,
  activityForms,
  type ContactFact,
  contactForms,
  type MemberFact,
  memberForms,
  type WorkspaceFact,
  workspaceForms,
} from './workspaces.ts';

export type Fact =
  | RegistrationFact
  | RenewalFact
  | ExpiryFact
  | TransferFact
  | SettingsFact
  | DnssecFact
  | RecordFact
  | UpdateRefusal
  | ApiKeyFact
  | UpdateKeyFact
  | BalanceFact
  | TopUpFact
  | PriceFact
  | WorkspaceFact
  | MemberFact
  | AccountFact
  | ActivityFact
  | ContactFact
  | WebhookFact
  | BulkFact
  | TemplateFact
  | MailFact;

export type FactKind = Fact['kind'];

type FactOf<K extends FactKind> = ByKind<Fact>[K] & { readonly kind: K };

/** A fact with who caused it and when. */
export interface FactEntry {
  /** The operation's own id: finding it later proves that the operation was committed. */
  readonly id: string;
  /** Calendar time. */
  readonly at: number;
  readonly actor: {
    readonly kind: ActorKind;
    readonly id: string;
    readonly workspaceId: string;
    readonly origin?: Origin;
  };
  readonly fact: Fact;
}

/** A fact of an operation, by the one who called it. */
export function happened(
  call: Pick<FactEntry, 'actor'> & { readonly operationId: string; readonly now: number },
  fact: Fact,
): FactEntry {
  return { id: call.operationId, at: call.now, actor: call.actor, fact };
}

const forms: FactForms<Fact> = {
  ...registrationForms,
  ...renewalForms,
  ...expiryForms,
  ...transferForms,
  ...settingsForms,
  ...dnssecForms,
  ...recordForms,
  ...updateRefusalForms,
  ...apiKeyForms,
  ...updateKeyForms,
  ...balanceForms,
  ...topUpForms,
  ...priceForms,
  ...workspaceForms,
  ...memberForms,
  ...accountForms,
  ...activityForms,
  ...contactForms,
  ...webhookForms,
  ...bulkForms,
  ...templateForms,
  ...mailForms,
};

export function activityOf<K extends FactKind>(
  fact: FactOf<K>,
): FactRow & { readonly action: FactKind } {
  return { action: fact.kind, ...forms[fact.kind].row(fact) };
}

/** Null for a fact that is no public event. */
export function eventOf<K extends FactKind>(fact: FactOf<K>): PublicEvent | null {
  const { event } = forms[fact.kind];
  return typeof event === 'string' ? null : event(fact);
}

/** The activity row of a fact. */
export function activityRow({ id, at, actor, fact }: FactEntry): Activity {
  return {
    id,
    workspaceId: actor.workspaceId,
    at,
    actorKind: actor.kind,
    actorId: actor.id,
    origin: actor.origin ?? null,
    ...activityOf(fact),
  };
}

/** The row of its public event, which gets its id when it is written and its number with the commit. */
export function eventRow({
  at,
  actor,
  fact,
}: FactEntry): Omit<StoredEvent, 'idBase' | 'seq'> | null {
  const event = eventOf(fact);
  if (event === null) return null;
  const { workspaceId, kind, id } = actor;
  const { type, domain, data } = event;
  return { workspaceId, type, at, domain, data: { actor: { kind, id }, ...data } };
}

/** The text of an activity row, also of a row that an earlier version wrote; it follows the actor's name. */
export function activityText(row: Pick<Activity, 'action' | 'subject' | 'details'>): string {
  const { action, subject, details } = row;
  if (subject === '' && Object.keys(details).length === 0) return erasedText;
  if (!isFactKind(action)) return `${action.replaceAll(/[._]/g, ' ')}: ${subject}`;
  return forms[action].text(subject, details);
}

const erasedText = 'did something that was erased from the activity';

function isFactKind(action: string): action is FactKind {
  return Object.hasOwn(forms, action);
}
