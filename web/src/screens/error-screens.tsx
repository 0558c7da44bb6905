import { t } from '@touchline/core/language';
import { ButtonLink } from '../ui/button.tsx';

export const NotFoundScreen = () => (
  <div className="grid min-h-80 justify-items-center content-center gap-3 rounded-card border border-dashed border-edge/60 p-6 text-center">
    <p aria-hidden="true" className="text-title font-strong text-muted figures">
      404
    </p>
    <h1 className="text-title font-strong">{t('There is no page at this address')}</h1>
    <p className="max-w-prose text-muted">{t('The link may be old or incomplete.')}</p>
    <div className="flex flex-wrap justify-center gap-2">
      <ButtonLink href="/">{t('Go to the matches')}</ButtonLink>
      <ButtonLink href="/support" look="quiet">
        {t('Ask support')}
      </ButtonLink>
    </div>
  </div>
);

/** Shown after an unexpected rendering error. It uses no other components, because they may be broken. */
export const UnexpectedErrorScreen = () => (
  <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center">
    <h1 className="text-title font-strong">{t('Unexpected Application Error!')}</h1>
    <p className="max-w-prose text-muted">{t('Nothing was staked or paid. Your bets and your money are untouched.')}</p>
    <a
      href="/"
      className="inline-flex min-h-11 items-center rounded-small bg-pitch px-4 font-strong text-on-pitch hover:bg-pitch-strong"
    >
      {t('Start again')}
    </a>
  </main>
);
