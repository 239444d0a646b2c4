import { createRoot } from 'react-dom/client'
import { Providers } from './app/providers.tsx'

createRoot(document.querySelector('#root')!).render(<Providers />)
