/** The fields of a contact, for any form that includes them; API errors name `contact.phone`. */
import { FormField, TextField } from '../forms/form-fields.tsx';
import type { Form } from '../forms/use-form.ts';
import { NativeSelect } from '../ui/controls/native-select.tsx';
import type { ContactField, ContactValues } from './contact-values.ts';
import { countryOptions } from './country-options.ts';
import { PhoneField } from './phone-field.tsx';
import { hasStates } from './states.ts';

const noCountry = { value: '', label: 'Choose a country' };

export function ContactFields<V extends ContactValues>({ form }: { readonly form: Form<V> }) {
  // The fields use only the contact's values of the form.
  const contact = form as unknown as Form<ContactValues>;
  const { country } = contact.values;
  const field = (name: ContactField) => ({ form: contact, name, path: `contact.${name}` });
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <TextField {...field('firstName')} label="First name" autoComplete="given-name" />
      <TextField {...field('lastName')} label="Last name" autoComplete="family-name" />
      <TextField
        {...field('organization')}
        label="Organization"
        isOptional
        autoComplete="organization"
        className="md:col-span-2"
      />
      <FormField form={contact} path="contact.country" label="Country">
        {(control) => (
          <NativeSelect
            {...control}
            options={country === '' ? [noCountry, ...countryOptions] : countryOptions}
            value={country.toUpperCase()}
            onChange={(value) => {
              contact.set('country', value, 'contact.country');
              // Setting a field clears its error: the state may be optional in this country.
              const { stateProvince } = contact.values;
              contact.set('stateProvince', stateProvince, 'contact.stateProvince');
            }}
            autoComplete="country"
          />
        )}
      </FormField>
      <TextField
        {...field('stateProvince')}
        label="State, province or region"
        autoComplete="address-level1"
        {...(hasStates(country)
          ? {}
          : { isOptional: true, hint: 'If left empty, we use the city.' })}
      />
      <TextField
        {...field('address1')}
        label="Street address"
        autoComplete="address-line1"
        className="md:col-span-2"
      />
      <TextField
        {...field('address2')}
        label="Apartment, suite, etc."
        isOptional
        autoComplete="address-line2"
        className="md:col-span-2"
      />
      <TextField {...field('postalCode')} label="Postal code" autoComplete="postal-code" />
      <TextField {...field('city')} label="City" autoComplete="address-level2" />
      <TextField
        {...field('email')}
        label="Email address"
        type="email"
        autoComplete="email"
        hint="The registry sends notices here."
      />
      <PhoneField form={contact} />
    </div>
  );
}
