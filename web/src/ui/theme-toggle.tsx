import { t } from '@touchline/core/language';
import { Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './button.tsx';

type Theme = 'dark' | 'light';

/** Switches between the dark and light theme and stores the choice. Default: the system's theme. */
export function ThemeToggle() {
  const [theme, setTheme] = useState<Theme>(currentTheme);
  const other: Theme = theme === 'dark' ? 'light' : 'dark';
  const Icon = theme === 'dark' ? Sun : Moon;
  return (
    <IconButton
      label={t(other === 'dark' ? 'Switch to the dark theme' : 'Switch to the light theme')}
      icon={<Icon aria-hidden="true" className="size-5" />}
      onClick={() => {
        document.documentElement.dataset['theme'] = other;
        localStorage.setItem('theme', other);
        setTheme(other);
      }}
    />
  );
}

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  if (chosen === 'dark' || chosen === 'light') return chosen;
  return globalThis.matchMedia?.('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
}
