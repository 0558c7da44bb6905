export {
  endLetter,
  forgetEndedLetters,
  isLetterWaiting,
  type LeftLetter,
  leaveLetter,
  takeOverdueLetters,
} from './letters.ts';
