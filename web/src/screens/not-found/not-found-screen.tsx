import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export const NotFoundScreen = () => (
  <EmptyState
    title="There is no page at this address"
    hint="The link may be old, or a letter is missing."
    action={<ButtonLink href="/">Go to the matches</ButtonLink>}
  />
);
