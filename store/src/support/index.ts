export {
  markSupportMessageSent,
  type NewSupportMessage,
  readSupportMessage,
  type SupportMessage,
  saveSupportMessage,
} from './support-messages.ts';
