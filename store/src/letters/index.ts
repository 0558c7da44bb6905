export {
  endLetter,
  forgetEndedLetters,
  isLetterWaiting,
  type LeftLetter,
  leaveLetter,
  leaveLetterForWorker,
  takeOverdueLetters,
} from './letters.ts';
export {
  type ExclusionMailJob,
  type LinkMailJob,
  type MailJob,
  mailQueue,
  type Notice,
  type NoticeMailJob,
  notices,
  type SupportMailJob,
} from './mail-job.ts';
