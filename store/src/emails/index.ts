export {
  type EmailJob,
  type ExclusionEmailJob,
  emailQueueName,
  type LinkEmailJob,
  type Notice,
  type NoticeEmailJob,
  notices,
  type SupportEmailJob,
} from './email-job.ts';
export {
  deleteEndedEmails,
  endEmail,
  isEmailWaiting,
  recordFailedAttempt,
  type StoredEmail,
  storeEmail,
  storeEmailForWorker,
  takeOverdueEmails,
} from './outbox.ts';
