/** What is asked of a new password, as the API judges it. */
import { passwordLengthMin } from '@hostmaster/contract/formats';

export const passwordHint = `At least ${passwordLengthMin} characters.`;
