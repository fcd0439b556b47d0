/** Shows new recovery codes once. */
import { Button } from '../../ui/controls/button.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { DialogActions } from '../../ui/popups/dialog-actions.tsx';

export function RecoveryCodesView({
  codes,
  onStored,
}: {
  readonly codes: readonly string[];
  readonly onStored: () => void;
}) {
  return (
    <div className="flex flex-col gap-5">
      <Banner tone="warn" title="Save your recovery codes now">
        You won't be able to see them again. Each code signs you in once when you don't have your
        phone. Keep them somewhere safe, such as a password manager.
      </Banner>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-md bg-sunken px-4 py-3 font-mono md:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <DialogActions>
        <CopyButton value={codes.join('\n')} what="recovery codes" isLabelled />
        <Button variant="primary" onClick={onStored}>
          I've saved them
        </Button>
      </DialogActions>
    </div>
  );
}
