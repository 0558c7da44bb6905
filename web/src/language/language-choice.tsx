import { languageNames, languages, t } from '@touchline/core/language';
import { choosePreferences } from '../settings/preferences.ts';
import { classes } from '../ui/classes.ts';
import { useLanguage } from './show-language.ts';

/** Chooses the language of all screens. A member's choice is kept on the account. */
export function LanguageChoice() {
  const current = useLanguage();
  return (
    <fieldset aria-label={t('Language')} className="-mx-2 flex text-small">
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === current}
          onClick={() => choosePreferences({ language })}
          className={classes(
            'min-h-11 min-w-11 rounded-small px-2 hover:text-ink',
            language === current ? 'font-strong text-ink' : 'text-muted',
          )}
        >
          {languageNames[language]}
        </button>
      ))}
    </fieldset>
  );
}
