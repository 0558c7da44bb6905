export {
  markSupportMessageSent,
  readSupportMessage,
  type SupportMessage,
  saveSupportMessage,
} from './support-messages.ts';
