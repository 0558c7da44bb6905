import { Route, Switch } from 'wouter';
import { LiveProvider } from './live/index.ts';
import type { Page } from './page.ts';
import { GamesScreen } from './screens/games/games-screen.tsx';
import { HomeScreen } from './screens/home/home-screen.tsx';
import { NotFoundScreen } from './screens/not-found/not-found-screen.tsx';
import { SessionProvider } from './session/index.ts';
import { Shell } from './shell/shell.tsx';
import { useConfig } from './shell/use-config.ts';
import { SlipProvider } from './slip/index.ts';

/** One page: who uses it, what is on offer, what is on the slip, and the screen that the address names. */
export function App({ page }: { readonly page: Page }) {
  const config = useConfig();
  return (
    <SessionProvider actor={page.session}>
      <LiveProvider actor={page.live}>
        <SlipProvider inPlay={config?.inPlay}>
          <Shell config={config}>
            <Screens />
          </Shell>
        </SlipProvider>
      </LiveProvider>
    </SessionProvider>
  );
}

/** Every route of the spec (§2) under the guard that protects it. */
const Screens = () => (
  <Switch>
    <Route path="/" component={HomeScreen} />
    <Route path="/games" component={GamesScreen} />
    <Route component={NotFoundScreen} />
  </Switch>
);
