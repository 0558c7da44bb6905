import type { ConfigView } from '@touchline/core/contract';
import type { ReactNode } from 'react';
import { SlipPanel } from '../slip/index.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Palette } from './palette.tsx';
import { Sidebar } from './sidebar.tsx';
import { NoticeBar, ReconnectingBar } from './status-bars.tsx';
import { Toasts } from './toasts.tsx';
import { TopBar } from './top-bar.tsx';
import { usePalette } from './use-palette.ts';

type Props = { readonly config: ConfigView | undefined; readonly children: ReactNode };

/** What stands around every screen. */
export function Shell({ config, children }: Props) {
  const palette = usePalette();
  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-small bg-pitch px-4 py-3 font-strong text-on-pitch focus:translate-y-0"
      >
        Skip to the content
      </a>
      <div className="flex min-h-dvh">
        <Sidebar brand={config?.brand ?? 'Touchline'} />
        <div className="flex min-w-0 flex-1 flex-col pb-(--bottom-bar)">
          <TopBar onSearch={() => palette.send({ type: 'opened' })} />
          {config?.notice && <NoticeBar notice={config.notice} />}
          <ReconnectingBar />
          <div className="flex min-w-0 flex-1 items-start">
            <main
              id="content"
              tabIndex={-1}
              className="mx-auto w-full max-w-[1200px] min-w-0 flex-1 p-4 outline-none lg:p-6"
            >
              {children}
            </main>
            <SlipPanel />
          </div>
        </div>
      </div>
      <BottomBar />
      <Palette actor={palette} />
      <Toasts />
    </>
  );
}
