import { t } from '@touchline/core/language';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Answers } from './answers.tsx';
import { SupportForm } from './support-form.tsx';

/** Frequent questions, then a form. */
export const SupportScreen = () => (
  <>
    <PageHeading title={t('Support')}>
      <a
        href="#write-to-us"
        className="inline-flex min-h-11 items-center rounded-small px-3 font-strong text-pitch hover:bg-raised lg:hidden"
      >
        {t('Write to us')}
      </a>
    </PageHeading>
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Answers />
      <div id="write-to-us" className="min-w-0 scroll-mt-4">
        <SupportForm />
      </div>
    </div>
  </>
);
