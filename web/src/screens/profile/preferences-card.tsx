import { type OddsFormat, oddsFormats } from '@touchline/core/account';
import { type Message, msg, t } from '@touchline/core/language';
import { LanguageChoice } from '../../language/language-choice.tsx';
import { choosePreferences, useOddsFormat } from '../../settings/preferences.ts';
import { OddsSetting, useHasSlip } from '../../slip/index.ts';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/select.tsx';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';

/** Odds format, odds policy, theme and language. Each applies at once; all but the theme are saved on the account. */
export function PreferencesCard() {
  const format = useOddsFormat();
  const hasSlip = useHasSlip();
  return (
    <Card aria-label={t('Settings')} className="grid gap-5 p-5!">
      <h2 className="text-figure font-strong">{t('Settings')}</h2>
      <div className="grid gap-2">
        <h3 className="font-strong">{t('Odds format')}</h3>
        <p className="text-small text-muted">
          {t('How prices are written everywhere. You are paid the decimal price, whatever the format.')}
        </p>
        <Select
          label={t('Odds format')}
          value={format}
          options={oddsFormats.map((value) => ({ value, label: t(formatTexts[value]) }))}
          onPick={(value) => {
            const chosen = oddsFormats.find((each) => each === value);
            if (chosen) choosePreferences({ oddsFormat: chosen });
          }}
        />
      </div>
      {hasSlip && (
        <div className="grid gap-2">
          <h3 className="font-strong">{t('When the odds move')}</h3>
          <p className="text-small text-muted">
            {t(
              'Odds can change between picking and placing. Choose which changes your slip takes without asking again.',
            )}
          </p>
          <OddsSetting />
        </div>
      )}
      <div className="flex items-center justify-between gap-4 border-t border-line pt-4">
        <div>
          <h3 className="font-strong">{t('Theme')}</h3>
          <p className="text-small text-muted">{t('Dark or light. Until you choose, it follows your device.')}</p>
        </div>
        <ThemeToggle />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line pt-4">
        <h3 className="font-strong">{t('Language')}</h3>
        <LanguageChoice />
      </div>
    </Card>
  );
}

const formatTexts: Record<OddsFormat, Message> = {
  decimal: msg('Decimal, 2.50'),
  fractional: msg('Fractional, 3/2'),
  american: msg('American, +150'),
};
