import { useLocation, useSearch } from 'wouter';
import { Button } from '../ui/button.tsx';

/** For a guest: the slip is stored, and the login leads back to this page. */
export function LogInToPlace({ className }: { readonly className: string }) {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const from = search ? `${path}?${search}` : path;
  return (
    <Button className={className} onClick={() => navigate(`/login?from=${encodeURIComponent(from)}`)}>
      Log in to place this bet
    </Button>
  );
}
