import '../styles/tokens.css';
import '../styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { openConnection } from '../rpc-client/open-connection.ts';
import { createQueryClient } from '../rpc-client/query-client.ts';
import { applyTheme } from '../state/theme.ts';
import { App } from './app.tsx';
import { followDesktop } from './follow-desktop.ts';

applyTheme();
// Listens before it connects: what waits for this page is sent as soon as it asks for its connection.
followDesktop();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App connection={openConnection()} queries={createQueryClient()} />
  </StrictMode>,
);
