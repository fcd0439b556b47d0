/**
 * The form of index.html, which is there before the script: what was typed into it, where the focus was,
 * and whether it was sent. Its elements keep their values after React has replaced them.
 */
export interface EarlyForm {
  readonly values: { readonly email: string; readonly password: string };
  readonly isSubmitted: boolean;
  /** The password, where it has the focus already. */
  readonly isAtPassword: boolean;
}

export function readEarlyForm(): EarlyForm | null {
  const form = document.querySelector<HTMLFormElement>('#early-sign-in');
  if (form === null) return null;
  const textOf = (name: string) => {
    const input = form.elements.namedItem(name);
    return input instanceof HTMLInputElement ? input.value : '';
  };
  return {
    values: { email: textOf('email'), password: textOf('password') },
    isSubmitted: form.dataset.submitted === 'true',
    isAtPassword: document.activeElement === form.elements.namedItem('password'),
  };
}
