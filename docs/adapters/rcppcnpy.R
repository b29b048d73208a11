# An adapter for RcppCNPy, which reads vectors and matrices of integers and doubles:
#
#   npycheck conform --unsupported npz,0d,nd,bool,text,bytes,complex,structured -- Rscript rcppcnpy.R
suppressMessages(library(RcppCNPy))

file <- tail(commandArgs(trailingOnly = TRUE), 1)
# Its users say which of the two types the file has.
kind <- if (grepl("'descr': '[<>|][iu]", readLines(file, 1, warn = FALSE, skipNul = TRUE), useBytes = TRUE)) "integer" else "numeric"
array <- tryCatch(npyLoad(file, kind), error = function(problem) {
  message(conditionMessage(problem))
  quit(status = 1)
})
shape <- if (is.null(dim(array))) length(array) else dim(array)
elements <- if (is.null(dim(array))) array else as.vector(t(array)) # in C order
bytes <- writeBin(elements, raw(), endian = "little")
cat(sprintf('{"dtype":"%s","shape":[%s],"data":"%s"}\n', if (is.integer(array)) "<i4" else "<f8",
            paste(shape, collapse = ","), paste(bytes, collapse = "")))
