/** The API's rule for new passwords. */
import { passwordLengthMin } from '@hostmaster/contract/formats';

export const passwordHint = `At least ${passwordLengthMin} characters.`;
