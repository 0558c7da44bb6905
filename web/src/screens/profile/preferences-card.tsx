import { type OddsFormat, oddsFormats } from '@touchline/core/account';
import { choosePreferences, useOddsFormat } from '../../settings/preferences.ts';
import { OddsSetting, useHasSlip } from '../../slip/index.ts';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/select.tsx';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';

/** Odds format, odds policy and theme. Each applies at once; the first two are saved on the account. */
export function PreferencesCard() {
  const format = useOddsFormat();
  const hasSlip = useHasSlip();
  return (
    <Card aria-label="Settings" className="grid gap-5 p-5!">
      <h2 className="text-figure font-strong">Settings</h2>
      <div className="grid gap-2">
        <h3 className="font-strong">Odds format</h3>
        <p className="text-small text-muted">
          How prices are written everywhere. You are paid the decimal price, whatever the format.
        </p>
        <Select
          label="Odds format"
          value={format}
          options={oddsFormats.map((value) => ({ value, label: formatTexts[value] }))}
          onPick={(value) => {
            const chosen = oddsFormats.find((each) => each === value);
            if (chosen) choosePreferences({ oddsFormat: chosen });
          }}
        />
      </div>
      {hasSlip && (
        <div className="grid gap-2">
          <h3 className="font-strong">When the odds move</h3>
          <p className="text-small text-muted">
            Odds can change between picking and placing. Choose which changes your slip takes without asking again.
          </p>
          <OddsSetting />
        </div>
      )}
      <div className="flex items-center justify-between gap-4 border-t border-line pt-4">
        <div>
          <h3 className="font-strong">Theme</h3>
          <p className="text-small text-muted">Day or night; your system decides until you do.</p>
        </div>
        <ThemeToggle />
      </div>
    </Card>
  );
}

const formatTexts: Record<OddsFormat, string> = {
  decimal: 'Decimal, 2.50',
  fractional: 'Fractional, 3/2',
  american: 'American, +150',
};
