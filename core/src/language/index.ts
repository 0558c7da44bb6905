export { formatDate, formatNumber } from './formats.ts';
export {
  currentLanguage,
  inEnglish,
  type Language,
  languageNames,
  languages,
  preferredLanguage,
  setLanguage,
} from './language.ts';
export { addTranslations, type Message, msg, richText, schemaText, t, textIn } from './text.ts';
