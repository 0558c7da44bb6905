import { PageHeading } from '../../ui/page-heading.tsx';
import { Answers } from './answers.tsx';
import { SupportForm } from './support-form.tsx';

/** Answers first, a person second. */
export const SupportScreen = () => (
  <>
    <PageHeading title="Support" />
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Answers />
      <SupportForm />
    </div>
  </>
);
