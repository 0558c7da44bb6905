export { type EmailJob, emailQueueName, type LinkEmailJob, type Notice, notices } from './email-job.ts';
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
