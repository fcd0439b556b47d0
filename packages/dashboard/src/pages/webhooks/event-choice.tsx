/** Which events a webhook gets: all, or those of certain types. */
import { useId } from 'react';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { FieldError } from '../../ui/controls/field.tsx';
import { RadioCards } from '../../ui/controls/radio-cards.tsx';
import { eventGroups } from './event-labels.ts';

export interface EventChoiceValues {
  readonly reach: 'all' | 'some';
  readonly types: readonly string[];
}

const reaches = [
  { value: 'all', label: 'All events', hint: 'Includes types added later.' },
  { value: 'some', label: 'Selected events' },
] as const;

export function EventChoice({
  values,
  onChange,
  error,
}: {
  readonly values: EventChoiceValues;
  readonly onChange: (values: Partial<EventChoiceValues>) => void;
  readonly error: string | null;
}) {
  const id = useId();
  return (
    <div className="flex flex-col gap-3">
      <RadioCards
        label="Events"
        options={reaches}
        value={values.reach}
        onChange={(reach) => onChange({ reach })}
      />
      {values.reach === 'some' && (
        <div className="flex flex-col gap-4 rounded-sm border border-line bg-sunken px-3 py-3">
          {eventGroups.map((group) => (
            <fieldset
              key={group.title}
              aria-describedby={error === null ? undefined : `${id}-note`}
              className="min-w-0"
            >
              <legend className="text-sm font-medium">{group.title}</legend>
              <div className="mt-2 grid gap-2.5 md:grid-cols-2">
                {group.types.map(({ type, label }) => (
                  <Checkbox
                    key={type}
                    label={label}
                    hint={<code className="font-mono text-xs break-all">{type}</code>}
                    isChecked={values.types.includes(type)}
                    onChange={(isChecked) =>
                      onChange({
                        types: isChecked
                          ? [...values.types, type]
                          : values.types.filter((other) => other !== type),
                      })
                    }
                  />
                ))}
              </div>
            </fieldset>
          ))}
        </div>
      )}
      {error !== null && <FieldError id={`${id}-note`}>{error}</FieldError>}
    </div>
  );
}
