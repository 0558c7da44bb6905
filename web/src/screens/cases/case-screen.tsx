import { type CaseChange, type CaseFile, caseEndpoints } from '@touchline/core/contract';
import { msg, t } from '@touchline/core/language';
import { useActorRef } from '@xstate/react';
import { type ReactNode, useId, useState } from 'react';
import { Link, useParams } from 'wouter';
import { CallFailed, call, isNotFound, pathOf } from '../../api/call.ts';
import { loadMachine } from '../../api/load-machine.ts';
import { type Save, useSave } from '../../api/use-save.ts';
import { DownloadButton } from '../../ledger/download-button.tsx';
import { exactUtcText, localText } from '../../ledger/moments.ts';
import { NameOf, NamesForAuditors } from '../../ledger/player-names.tsx';
import { Fact, FactsList } from '../../payments/facts-list.tsx';
import { useSession } from '../../session/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { BackLink } from '../../ui/page-heading.tsx';
import { LoadedPart } from '../markets/loaded-part.tsx';
import { usePeriodicRefresh } from '../markets/use-auto-refresh.ts';
import { actTexts, capitalized, hrefOf, kindTexts, stateTexts, subjectText } from './case-texts.ts';

/** One case: what it is about, what was done, and how it ended. */
export function CaseScreen() {
  const { id = '' } = useParams<{ id: string }>();
  return (
    <NamesForAuditors>
      <OneCase key={id} id={Number(id)} />
    </NamesForAuditors>
  );
}

function OneCase({ id }: { readonly id: number }) {
  const [isMissing, setMissing] = useState(false);
  const [machine] = useState(() =>
    loadMachine<CaseFile>(async () => {
      const answer = await call(caseEndpoints.read, { params: { id } });
      if (!answer.ok && isNotFound(new CallFailed(answer.refusal))) setMissing(true);
      return answer;
    }, msg('The case could not be loaded.')),
  );
  const actor = useActorRef(machine);
  usePeriodicRefresh(actor);
  const [draft, setDraft] = useState('');
  const change = useSave({
    save: (body: CaseChange) => call(caseEndpoints.change, { params: { id }, body }),
    fallback: t('Nothing was changed.'),
    onSaved: () => {
      setDraft('');
      actor.send({ type: 'refresh' });
    },
  });
  if (isMissing) {
    return <EmptyState title={t('Case not found.')} action={<ButtonLink href="/cases">{t('All cases')}</ButtonLink>} />;
  }
  return (
    <LoadedPart actor={actor} loading={t('Loading case...')}>
      {(loaded) => {
        const file = newest(loaded, change.value);
        return (
          <CasePage file={file}>
            <NextStep file={file} draft={draft} change={change} onDraft={setDraft} />
          </CasePage>
        );
      }}
    </LoadedPart>
  );
}

/** Every step adds an entry, so the case with the latest one is newer. */
const newest = (loaded: CaseFile, changed: CaseFile | undefined): CaseFile =>
  changed && lastEntry(changed) > lastEntry(loaded) ? changed : loaded;
const lastEntry = ({ entries }: CaseFile): number => entries.at(-1)?.id ?? 0;

function CasePage({ file, children }: { readonly file: CaseFile; readonly children: ReactNode }) {
  const { user } = useSession();
  return (
    <div>
      <BackLink href="/cases">{t('Cases')}</BackLink>
      <header className="mb-4 grid gap-2">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={stateTexts[file.state].tone}>{t(stateTexts[file.state].text)}</Badge>
          <span className="text-small text-muted figures">
            {t('Case {id}', { id: file.id })} · {t(kindTexts[file.kind])} ·{' '}
            {file.owner ? t('owned by {name}', { name: file.owner.name }) : t('no owner')}
          </span>
        </p>
        <h1
          className={classes('font-strong wrap-anywhere', file.title.length > longTitle ? 'text-figure' : 'text-title')}
        >
          {capitalized(file.title)}
        </h1>
      </header>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <History file={file} role={user?.role} />
        <div className="grid min-w-0 gap-4">
          {children}
          <Facts file={file} />
          {user?.role === 'auditor' && (
            <Card aria-label={t('Archive')} className="grid gap-3 p-4!">
              <h2 className="font-strong">{t('Archive')}</h2>
              <p className="text-small text-muted">
                {t('The notes, and the events and wallets of the case with their proofs in the signed log.')}
              </p>
              <DownloadButton
                path={pathOf(caseEndpoints.export, { params: { id: file.id } })}
                fileName={`touchline-case-${file.id}.zip`}
              >
                {t('Download archive')}
              </DownloadButton>
            </Card>
          )}
        </div>
      </div>
    </div>
  );
}

/** One that names an event or a wallet. */
const longTitle = 60;

type HistoryProps = { readonly file: CaseFile; readonly role: string | undefined };
const History = ({ file, role }: HistoryProps) => (
  <Card aria-label={t('History')} className="min-w-0 p-4!">
    <ol className="grid gap-4">
      {file.entries.map(({ id, at, by, act, text, subject }) => {
        const href = subject === null ? undefined : hrefOf(subject, role);
        return (
          <li key={id} className="grid gap-1 border-l-2 border-line pl-3">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <strong className="font-strong">{t(actTexts[act])}</strong>
              <span className="text-small text-muted figures">
                {by ? by.name : 'Touchline'} ·{' '}
                <time dateTime={at} title={exactUtcText(at)}>
                  {localText(at)}
                </time>
              </span>
            </p>
            {text !== '' && <p className="wrap-anywhere">{text}</p>}
            {subject !== null &&
              (href ? (
                <p className="flex flex-wrap gap-x-2">
                  <Link href={href} className="wrap-anywhere underline">
                    {subjectText(subject)}
                  </Link>
                  {subject.startsWith('wallet:') && <NameOf id={subject.slice('wallet:'.length)} />}
                </p>
              ) : (
                <p className="text-small text-muted wrap-anywhere">{subjectText(subject)}</p>
              ))}
          </li>
        );
      })}
    </ol>
  </Card>
);

type NextStepProps = {
  readonly file: CaseFile;
  readonly draft: string;
  readonly change: Save<CaseChange, CaseFile>;
  readonly onDraft: (draft: string) => void;
};

/** A note, or the end of the case with its reason. */
function NextStep({ file, draft, change, onDraft }: NextStepProps) {
  const field = useId();
  const { user } = useSession();
  const text = draft.trim();
  const isBusy = change.state === 'saving';
  const act = (step: CaseChange) => () => change.submit(step);
  return (
    <Card aria-label={t('Next step')} className="grid gap-3 p-4!">
      <label htmlFor={field} className="text-small font-strong text-muted">
        {file.state === 'open' ? t('Note or reason') : t('Note, or why it is opened again')}
      </label>
      <textarea
        id={field}
        rows={4}
        maxLength={1_000}
        value={draft}
        onChange={(event) => onDraft(event.target.value)}
        className="w-full rounded-small border border-edge bg-ground p-3 focus-visible:outline-2 focus-visible:outline-pitch"
      />
      {change.state === 'refused' && (
        <p role="alert" className="text-small text-live">
          {change.message}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" disabled={text === '' || isBusy} onClick={act({ act: 'note', text })}>
          {t('Add note')}
        </Button>
        {file.state === 'open' ? (
          <>
            <Button look="quiet" disabled={text === '' || isBusy} onClick={act({ act: 'explain', text })}>
              {t('Explain')}
            </Button>
            <Button look="quiet" disabled={text === '' || isBusy} onClick={act({ act: 'resolve', text })}>
              {t('Resolve')}
            </Button>
          </>
        ) : (
          <Button look="quiet" disabled={text === '' || isBusy} onClick={act({ act: 'reopen', text })}>
            {t('Reopen')}
          </Button>
        )}
        {file.owner?.userId !== user?.id && (
          <Button look="bare" disabled={isBusy} onClick={act({ act: 'take' })}>
            {t('Take this case')}
          </Button>
        )}
      </div>
      {file.kind !== 'investigation' && file.state === 'open' && (
        <p className="text-small text-muted">
          {t(
            'Explain what is known and accepted: it is not reported again. Resolve what was corrected: if it is found again, the case opens again.',
          )}
        </p>
      )}
    </Card>
  );
}

const Facts = ({ file: { facts } }: { readonly file: CaseFile }) =>
  Object.keys(facts).length > 0 && (
    <Card aria-label={t('Facts')} className="min-w-0 p-4!">
      <FactsList>
        {Object.entries(facts).map(([name, value]) => (
          <Fact key={name} name={capitalized(name)}>
            <span className="wrap-anywhere">{typeof value === 'string' ? value : JSON.stringify(value)}</span>{' '}
            {name === 'wallet' && typeof value === 'string' && <NameOf id={value} />}
          </Fact>
        ))}
      </FactsList>
    </Card>
  );
