/** The record types a key may change. No selection means all types. */
import { recordTypes, typeLabel } from '@hostmaster/dns/records';
import { classNames } from '../../ui/class-names.ts';
import { choiceClass } from '../../ui/controls/choice-class.ts';
import type { UpdateType } from './update-keys-query.ts';

export function TypeChoice({
  types,
  onChange,
}: {
  readonly types: readonly UpdateType[];
  readonly onChange: (types: readonly UpdateType[]) => void;
}) {
  return (
    <fieldset>
      <legend className="text-sm font-medium">Record types</legend>
      <div className="mt-1.5 flex flex-wrap gap-1.5">
        {recordTypes.map((type) => {
          const isOn = types.includes(type);
          return (
            <button
              key={type}
              type="button"
              aria-pressed={isOn}
              onClick={() =>
                onChange(isOn ? types.filter((other) => other !== type) : [...types, type])
              }
              className={classNames(
                'h-8 rounded-sm border px-2.5 font-mono text-sm transition-colors duration-100',
                choiceClass(isOn),
                isOn && 'text-accent-ink',
              )}
            >
              {typeLabel(type)}
            </button>
          );
        })}
      </div>
      <p className="mt-1.5 text-sm text-ink-muted">
        {types.length === 0
          ? 'All types are allowed. Select types to restrict the key.'
          : 'Only the selected types are allowed.'}
      </p>
    </fieldset>
  );
}
