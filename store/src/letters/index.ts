export {
  endLetter,
  forgetEndedLetters,
  isLetterWaiting,
  type LeftLetter,
  leaveLetter,
  leaveLetterForWorker,
  takeOverdueLetters,
} from './letters.ts';
