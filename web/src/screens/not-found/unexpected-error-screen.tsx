import { t } from '@touchline/core/language';
/** Shown after an unexpected rendering error. It uses no other components, because they may be broken. */
export const UnexpectedErrorScreen = () => (
  <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center">
    <h1 className="text-title font-strong">{t('Unexpected Application Error!')}</h1>
    <p className="max-w-prose text-muted">
      {t('Nothing was staked or paid by this. Your bets and your money are untouched.')}
    </p>
    <a
      href="/"
      className="inline-flex min-h-11 items-center rounded-small bg-pitch px-4 font-strong text-on-pitch hover:bg-pitch-strong"
    >
      {t('Start again')}
    </a>
  </main>
);
