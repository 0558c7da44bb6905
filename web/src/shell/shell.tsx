import type { ConfigView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { LanguageChoice } from '../language/language-choice.tsx';
import { useCode } from '../loading/use-code.ts';
import { RegistrationGate } from '../registration/registration-gate.tsx';
import { SkipToSlip, SlipPanel } from '../slip/index.ts';
import { skipLink } from '../ui/classes.ts';
import { loadToasts, onPlainToast, type PlainToast } from '../ui/toast.ts';
import { BottomBar } from './bottom-bar.tsx';
import { usePageTitle } from './page-title.ts';
import { Palette } from './palette.tsx';
import { usePalette } from './palette-machine.ts';
import { BelowContent, Sidebar } from './sidebar.tsx';
import { NoticeBar, ReconnectingBar } from './status-bars.tsx';
import { TopBar } from './top-bar.tsx';

type Props = { readonly config: ConfigView | undefined; readonly children: ReactNode };

/** The frame around every screen. */
export function Shell({ config, children }: Props) {
  const palette = usePalette();
  const toasts = useCode(true, loadToasts);
  const brand = config?.brand ?? 'Touchline';
  usePageTitle(brand);
  return (
    <>
      <a href="#content" className={skipLink}>
        {t('Skip to the content')}
      </a>
      <SkipToSlip />
      <div className="flex min-h-dvh">
        <Sidebar brand={brand} />
        <div className="flex min-w-0 flex-1 flex-col pb-(--bottom-bar)">
          <Head notice={config?.notice}>
            <TopBar onSearch={() => palette.send({ type: 'opened' })} />
            <ReconnectingBar />
          </Head>
          {/* As high as the window, so that what is below it never moves within view while a screen loads. */}
          <div className="flex min-h-dvh min-w-0 flex-1 items-start">
            <main
              id="content"
              tabIndex={-1}
              className="mx-auto w-full max-w-[1200px] min-w-0 flex-1 p-4 outline-none sm:pt-6 lg:p-6"
            >
              <RegistrationGate />
              {children}
            </main>
            <SlipPanel />
          </div>
          <BelowContent brand={brand} />
          <footer className="flex flex-wrap items-center justify-between gap-4 px-4 pb-4 lg:px-6">
            <Link href="/rules" className="inline-flex min-h-11 items-center text-small text-muted hover:text-ink">
              {t('House rules')}
            </Link>
            <LanguageChoice />
          </footer>
        </div>
      </div>
      <BottomBar />
      <Palette actor={palette} />
      {toasts ? <toasts.Toasts /> : <LastToast />}
    </>
  );
}

/** The last toast, while the code of toasts is missing. */
function LastToast() {
  const [shown, setShown] = useState<PlainToast>();
  useEffect(() => onPlainToast(setShown), []);
  useEffect(() => {
    const timer = shown && setTimeout(setShown, shown.durationMs, undefined);
    return () => clearTimeout(timer);
  }, [shown]);
  if (!shown) return null;
  return (
    <p role="alert" className="fixed inset-x-4 bottom-20 z-50 mx-auto max-w-96 rounded-card bg-raised p-3 shadow-card">
      {shown.text}
    </p>
  );
}

type HeadProps = { readonly notice: string | null | undefined; readonly children: ReactNode };

/** Stays in view while the page scrolls. On a narrow screen the operator's notice scrolls away. */
const Head = ({ notice, children }: HeadProps) => (
  <div ref={publishHeight} className="contents lg:sticky lg:top-0 lg:z-20 lg:block">
    {notice && <NoticeBar notice={notice} />}
    <div className="sticky top-0 z-20">{children}</div>
  </div>
);

/** Publishes the head's height to CSS, for sticky elements and scroll margins. */
function publishHeight(head: HTMLElement | null) {
  const bars = head?.lastElementChild;
  if (!head || !(bars instanceof HTMLElement) || typeof ResizeObserver === 'undefined') return;
  const root = document.documentElement;
  const observer = new ResizeObserver(() => {
    // With `display: contents` the head has no height of its own.
    root.style.setProperty('--top-bar', `${head.offsetHeight || bars.offsetHeight}px`);
  });
  observer.observe(head);
  observer.observe(bars);
  return () => {
    observer.disconnect();
    root.style.removeProperty('--top-bar');
  };
}
