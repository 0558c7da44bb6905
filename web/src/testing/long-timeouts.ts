import { configure } from '@testing-library/react';

// A second, which is usual, is short where every core is busy.
configure({ asyncUtilTimeout: 30_000 });
