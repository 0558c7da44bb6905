import { t } from '@touchline/core/language';
import { StretchVertical } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../ui/icon-button.tsx';

/** Switches between compact and large match cards and stores the choice; `theme.js` applies it on the next visit. */
export function CardSizeButton() {
  const { dataset } = document.documentElement;
  const [isLarge, setIsLarge] = useState(dataset['cards'] === 'large');
  return (
    <IconButton
      label={t('Large match cards')}
      aria-pressed={isLarge}
      icon={<StretchVertical aria-hidden="true" className="size-5" />}
      onClick={() => {
        const size = isLarge ? 'compact' : 'large';
        dataset['cards'] = size;
        localStorage.setItem('cards', size);
        setIsLarge(!isLarge);
      }}
    />
  );
}
