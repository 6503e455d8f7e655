def write_pages(x): pass
